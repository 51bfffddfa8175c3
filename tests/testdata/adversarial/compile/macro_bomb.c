// expect: CE compile-limit=1s compile-memory=256MiB quick
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(x)))
#define C(x) B(B(B(x)))
int main(void) { return 0 C(C(+1)); }
