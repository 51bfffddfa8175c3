// From the bottom row upwards; a way is kept as its cost and the column of its first drop.
import java.io.*;
import java.util.*;

public class WallGameBuild {
    static final int NONE = -1;

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer size = new StringTokenizer(in.readLine());
        int h = Integer.parseInt(size.nextToken()), w = Integer.parseInt(size.nextToken());
        String[] board = new String[h];
        for (int r = 0; r < h; r++) board[r] = in.readLine();

        int[][] cost = new int[h][w], gap = new int[h][w];
        for (int c = 0; c < w; c++) cost[h - 1][c] = enter(0, board[h - 1].charAt(c));
        for (int r = h - 2; r >= 0; r--) {
            Arrays.fill(cost[r], NONE);
            for (int step = -1; step <= 1; step += 2) {
                int run = NONE, column = 0;
                for (int i = 0; i < w; i++) {
                    int c = step > 0 ? i : w - 1 - i;
                    if (cost[r + 1][c] > run) {
                        run = cost[r + 1][c];
                        column = c;
                    }
                    run = enter(run, board[r].charAt(c));
                    if (run > cost[r][c]) {
                        cost[r][c] = run;
                        gap[r][c] = column;
                    }
                }
            }
        }

        StringBuilder out = new StringBuilder();
        out.append(cost[0][0]).append('\n');
        if (cost[0][0] != NONE) {
            int column = 0;
            for (int r = 0; r < h - 1; r++) {
                column = gap[r][column];
                char[] walls = new char[w];
                Arrays.fill(walls, '#');
                walls[column] = '.';
                out.append(walls).append('\n');
            }
        }
        System.out.print(out);
    }

    static int enter(int paid, char cell) {
        return paid == NONE || cell == 'x' ? NONE : paid + cell - '0';
    }
}
