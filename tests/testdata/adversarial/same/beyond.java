// expect: MLE memory=128MiB
import java.util.ArrayList;

class Main {
	public static void main(String[] words) {
		ArrayList<byte[]> hoard = new ArrayList<>();
		for (int i = 0; i < 1024; i++) hoard.add(new byte[1 << 20]);
		System.out.println(hoard.size());
	}
}
