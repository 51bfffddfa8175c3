// expect: AC quick peak<=64MiB
// 1 TB that nobody wrote.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	signal(SIGXFSZ, SIG_IGN);
	int fd = open("sparse", O_CREAT | O_RDWR, 0644);
	if (ftruncate(fd, 1L << 40) == 0) return puts("one terabyte") < 0;
	for (int i = 1; i < 4096; i++) pwrite(fd, "", 1, (off_t)i << 30);
	puts("585987");
}
