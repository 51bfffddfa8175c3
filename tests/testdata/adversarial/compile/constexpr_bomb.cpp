// expect: CE compile-limit=1s compile-memory=256MiB
constexpr long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2) + (n & 1); }
constexpr long burn(long a, long b) {
	long sum = 0;
	for (long i = a; i < b; i++) sum += i * i % 7;
	return sum;
}
template <int N> constexpr long many = burn(N * 200000, N * 200000 + 200000) + many<N - 1>;
template <> constexpr long many<0> = 0;
static_assert(many<800> == 1 && fibonacci(60) == 1);
int main() {}
