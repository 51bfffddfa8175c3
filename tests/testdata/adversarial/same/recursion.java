// expect: AC memory=512MiB
class Main {
	static int dive(int depth) {
		return depth == 0 ? 0 : 1 + dive(depth - 1);
	}

	public static void main(String[] words) {
		System.out.println(dive(300000) == 300000 ? 585987 : 0);
	}
}
