// One pass from the top; only the current row is kept.
import java.io.*;
import java.util.*;

public class WallGame {
    static final int NONE = -1;

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in), 1 << 16);
        StringTokenizer size = new StringTokenizer(in.readLine());
        int h = Integer.parseInt(size.nextToken()), w = Integer.parseInt(size.nextToken());
        int[] above = new int[w];
        Arrays.fill(above, NONE);
        above[0] = 0;
        for (int r = 0; r < h - 1; r++) {
            String row = in.readLine();
            int[] here = new int[w];
            int run = NONE;
            for (int c = 0; c < w; c++) here[c] = run = enter(Math.max(run, above[c]), row.charAt(c));
            run = NONE;
            for (int c = w - 1; c >= 0; c--) {
                run = enter(Math.max(run, above[c]), row.charAt(c));
                here[c] = Math.max(here[c], run);
            }
            above = here;
        }
        String last = in.readLine();
        int best = NONE;
        for (int c = 0; c < w; c++) best = Math.max(best, enter(above[c], last.charAt(c)));
        System.out.println(best);
    }

    static int enter(int paid, char cell) {
        return paid == NONE || cell == 'x' ? NONE : paid + cell - '0';
    }
}
