// expect: CE quick
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(A(x))))
int main(void) {
	A(B(undeclared++;))
}
