// expect: AC quick
#include <fcntl.h>
#include <stdio.h>

int main(void) {
	for (int fd = 3; fd < 1024; fd++)
		if (fcntl(fd, F_GETFD) >= 0) return printf("%d is open\n", fd) < 0;
	// The output cannot be made a way back into the host's folder either.
	if (openat(1, "..", O_RDONLY | O_DIRECTORY) >= 0 || openat(0, "1.ans", O_RDONLY) >= 0) return puts("a way out") < 0;
	puts("585987");
}
