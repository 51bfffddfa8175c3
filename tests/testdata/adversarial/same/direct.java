// expect: MLE memory=128MiB
// Outside the heap, which the runtime bounds as well.
import java.nio.ByteBuffer;
import java.util.ArrayList;

class Main {
	public static void main(String[] words) {
		ArrayList<ByteBuffer> hoard = new ArrayList<>();
		for (int i = 0; i < 256; i++) hoard.add(ByteBuffer.allocateDirect(1 << 20));
		System.out.println(hoard.size());
	}
}
