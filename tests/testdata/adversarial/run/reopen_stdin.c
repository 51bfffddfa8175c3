// expect: AC quick
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	static const char *const names[] = {"/proc/self/fd/0", "/dev/stdin", "/dev/fd/0", "/proc/thread-self/fd/0"};
	static const int ways[] = {O_WRONLY, O_RDWR, O_WRONLY | O_TRUNC, O_WRONLY | O_APPEND, O_RDWR | O_CREAT};
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 5; j++)
			if (open(names[i], ways[j], 0644) >= 0) return puts(names[i]) < 0;
	if (write(0, "spoilt", 6) > 0 || ftruncate(0, 0) == 0 || fchmod(0, 0777) == 0 || truncate("/dev/stdin", 0) == 0)
		return puts("through the descriptor") < 0;
	if (futimens(0, 0) == 0) return puts("touched") < 0;
	int a, b;
	if (scanf("%d %d", &a, &b) != 2) return 4;
	printf("%d\n", a + b);
}
