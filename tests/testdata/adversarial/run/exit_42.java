// expect: RTE exit=42
class Main {
	public static void main(String[] words) {
		System.out.println(585987);
		System.exit(42);
	}
}
