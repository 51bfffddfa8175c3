// expect: RTE memory=2GiB exit=1 reason~"stack overflow"
class Main {
	static int dive(int depth) {
		return 1 + dive(depth + 1);
	}

	public static void main(String[] words) {
		System.out.println(dive(0));
	}
}
