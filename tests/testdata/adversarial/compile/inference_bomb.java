// expect: CE compile-limit=2s compile-memory=512MiB
import java.util.function.Function;

class Main {
	static <T> T id(Function<T, T> f) { return null; }
	static <T> T pick(T a, T b) { return a; }

	public static void main(String[] words) {
		Object o = pick(x1 -> pick(x2 -> pick(x3 -> pick(x4 -> pick(x5 -> pick(x6 -> x6, y -> y), y -> y), y -> y), y -> y), y -> y), y -> y);
		var list = id(a -> id(b -> id(c -> id(d -> id(e -> id(f -> id(g -> id(h -> id(i -> id(j -> id(k -> id(l -> l))))))))))));
	}
}
