// expect: CE
class Main {
	public static void main(String[] words) {
		a1(); a2(); a3(); a4(); a5(); a6(); a7(); a8(); a9(); \u0041\u0042\u0043;
		int x = "text"; String y = 5; undeclared.call().more(); new Nothing<Nowhere>(); return 5;
	}
}
