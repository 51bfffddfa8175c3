// expect: MLE memory=128MiB reason~"ran out of memory: OutOfMemoryError: Java heap space"
// More in one piece than the heap may have, which the command sets to the memory limit.
class Main {
	public static void main(String[] words) {
		long[] all = new long[1 << 28];
		System.out.println(all[7] + 585987);
	}
}
