// expect: CE compile-memory=512MiB
// A loop of final constants that all have to be inlined into one method.
class Main {
	static final String A = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";
	static final String B = A + A + A + A + A + A + A + A + A + A;
	static final String C = B + B + B + B + B + B + B + B + B + B;
	static final String D = C + C + C + C + C + C + C + C + C + C;

	public static void main(String[] words) { System.out.println(D); }
}
