// expect: TLE limit=300ms
class Main {
	public static void main(String[] words) {
		for (long i = 0; ; i++) {
			if (i == Long.MIN_VALUE) System.out.println(i);
		}
	}
}
