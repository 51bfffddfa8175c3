// Neighbours in linked lists, parents in breadth-first order, weights in the reverse, then a binary search.
import java.io.*;
import java.util.*;

public class Mousetrap {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        int n = next(in), trap = next(in), mouse = next(in);
        int[] first = new int[n + 1], after = new int[2 * n], to = new int[2 * n], degree = new int[n + 1];
        for (int i = 1, e = 1; i < n; i++) {
            int u = next(in), v = next(in);
            to[e] = v;
            after[e] = first[u];
            first[u] = e++;
            to[e] = u;
            after[e] = first[v];
            first[v] = e++;
            degree[u]++;
            degree[v]++;
        }

        int[] order = new int[n], parent = new int[n + 1];
        order[0] = trap;
        for (int i = 0, end = 1; i < end; i++) {
            int v = order[i];
            for (int e = first[v]; e != 0; e = after[e]) {
                if (to[e] != parent[v]) {
                    parent[to[e]] = v;
                    order[end++] = to[e];
                }
            }
        }
        int[] weight = new int[n + 1], largest = new int[n + 1], second = new int[n + 1];
        for (int i = n - 1; i > 0; i--) {
            int v = order[i], p = parent[v];
            int f = weight[v] = degree[v] - 1 + second[v];
            second[p] = Math.max(second[p], Math.min(largest[p], f));
            largest[p] = Math.max(largest[p], f);
        }

        List<int[]> sides = new ArrayList<>(); // by level: the weights beside the way
        int all = 0;
        for (int v = mouse, below = 0; v != trap; below = v, v = parent[v]) {
            int[] level = new int[degree[v] - (below == 0 ? 1 : 2)];
            int count = 0;
            for (int e = first[v]; e != 0; e = after[e]) {
                if (to[e] != parent[v] && to[e] != below) level[count++] = weight[to[e]];
            }
            sides.add(level);
            all += count;
        }

        int low = 0, high = n;
        while (low < high) {
            int middle = (low + high) / 2;
            if (suffices(middle, sides, all)) high = middle;
            else low = middle + 1;
        }
        System.out.println(low);
    }

    static boolean suffices(int moves, List<int[]> sides, int left) {
        int blocked = 0, rounds = 0;
        for (int[] level : sides) {
            int spare = moves - left - blocked;
            for (int f : level) {
                if (f > spare) blocked++;
            }
            rounds++;
            if (blocked > Math.min(rounds, moves)) return false;
            left -= level.length;
        }
        return true;
    }

    static int next(StreamTokenizer in) throws IOException {
        in.nextToken();
        return (int) in.nval;
    }
}
