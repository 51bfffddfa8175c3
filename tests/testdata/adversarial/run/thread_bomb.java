// expect: AC memory=512MiB
// Stops at the first refusal. The virtual machine complains of it on standard error.
class Main {
	public static void main(String[] words) throws Exception {
		int refused = 0;
		for (int i = 0; i < 5000 && refused == 0; i++) {
			Thread thread = new Thread(null, () -> {
				try {
					Thread.sleep(60_000);
				} catch (InterruptedException e) {
					return;
				}
			}, "sleeper", 1 << 16);
			thread.setDaemon(true);
			try {
				thread.start();
			} catch (OutOfMemoryError e) {
				refused++;
			}
		}
		System.out.println(refused == 1 ? "585987" : "no limit");
		System.out.flush();
		Runtime.getRuntime().halt(0);
	}
}
