// expect: AC quick
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int main(void) {
	int n = 0;
	while (n < 100000 && open("/dev/null", O_RDONLY) >= 0) n++;
	if (n == 100000 || errno != EMFILE) return printf("%d\n", n) < 0;
	puts("585987");
}
