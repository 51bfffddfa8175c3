// expect: AC memory=256MiB peak>=120MiB
import java.util.ArrayList;

class Main {
	public static void main(String[] words) {
		ArrayList<byte[]> hoard = new ArrayList<>();
		for (int i = 0; i < 120; i++) hoard.add(new byte[1 << 20]);
		System.out.println(hoard.size() == 120 ? 585987 : 0);
	}
}
