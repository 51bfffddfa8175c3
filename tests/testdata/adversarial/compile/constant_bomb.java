// expect: CE compile-limit=2s compile-memory=256MiB
class Main {
	static final String A = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";
	static final String B = A + A + A + A + A + A + A + A + A + A;
	static final String C = B + B + B + B + B + B + B + B + B + B;
	static final String D = C + C + C + C + C + C + C + C + C + C;
	static final String E = D + D + D + D + D + D + D + D + D + D;
	static final String F = E + E + E + E + E + E + E + E + E + E;
	static final String G = F + F + F + F + F + F + F + F + F + F;
	static final String H = G + G + G + G + G + G + G + G + G + G;

	public static void main(String[] words) { System.out.println(H.length()); }
}
