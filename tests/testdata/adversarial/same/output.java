// expect: OLE memory=256MiB max-output=1MiB
class Main {
	public static void main(String[] words) {
		String line = "x".repeat(1 << 16);
		for (int i = 0; i < 1024; i++) System.out.println(line);
	}
}
