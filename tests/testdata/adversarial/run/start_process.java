// expect: AC survivors>=1
// A shell in the background.
class Main {
	public static void main(String[] words) throws Exception {
		new ProcessBuilder("/bin/sh", "-c", "sleep 60").start();
		System.out.println(585987);
	}
}
