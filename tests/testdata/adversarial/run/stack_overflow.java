// expect: RTE|MLE memory=128MiB
class Main {
	static int dive(int n) { return dive(n + 1) + 1; }

	public static void main(String[] words) { System.out.println(dive(0)); }
}
