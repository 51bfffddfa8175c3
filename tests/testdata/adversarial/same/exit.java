// expect: RTE memory=256MiB exit=3
class Main {
	public static void main(String[] words) {
		System.out.println(585987);
		System.exit(3);
	}
}
