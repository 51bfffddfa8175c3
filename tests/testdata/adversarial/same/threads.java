// expect: AC memory=256MiB
class Main {
	public static void main(String[] words) throws Exception {
		Thread[] threads = new Thread[64];
		for (int i = 0; i < threads.length; i++) {
			threads[i] = new Thread(() -> {
				try {
					Thread.sleep(50);
				} catch (InterruptedException e) {
					throw new IllegalStateException(e);
				}
			});
			threads[i].start();
		}
		for (Thread thread : threads) thread.join();
		System.out.println(585987);
	}
}
