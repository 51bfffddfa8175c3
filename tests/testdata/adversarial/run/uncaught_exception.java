// expect: RTE exit=1
class Main {
	public static void main(String[] words) {
		System.out.println(585987);
		throw new IllegalStateException("nobody catches this");
	}
}
