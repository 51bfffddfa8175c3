import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;

public class Nim {
    public static void main(String[] args) throws IOException {
        var words = new StringTokenizer(new String(System.in.readAllBytes(), StandardCharsets.US_ASCII));
        var heaps = new long[Integer.parseInt(words.nextToken())];
        long sum = 0;
        for (int i = 0; i < heaps.length; i++) {
            heaps[i] = Long.parseLong(words.nextToken());
            sum ^= heaps[i];
        }
        for (int i = 0; i < heaps.length; i++) {
            if ((heaps[i] ^ sum) < heaps[i]) {
                System.out.println("FIRST " + (i + 1) + " " + (heaps[i] ^ sum));
                return;
            }
        }
        System.out.println("SECOND");
    }
}
