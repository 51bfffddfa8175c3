// expect: CE compile-limit=1s compile-memory=256MiB
template <int N, int M> struct Bomb { Bomb<N - 1, M * 2> left; Bomb<N - 1, M * 2 + 1> right; };
template <int M> struct Bomb<0, M> { int leaf; };
int main() { return sizeof(Bomb<40, 1>) > 0; }
