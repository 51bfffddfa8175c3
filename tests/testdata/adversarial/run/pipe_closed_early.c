// expect: AC interactive quick
// The interactor writes on into a pipe that nobody reads.
#include <stdio.h>
#include <unistd.h>

int main(void) {
	int a, b;
	if (scanf("%d %d", &a, &b) != 2) return 4;
	printf("%d\n", a + b);
	fflush(stdout);
	close(0);
	close(1);
}
