// expect: AC memory=64MiB
// 2000 files, and as many open ones as there may be.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	char name[32];
	for (int i = 0; i < 2000; i++) {
		snprintf(name, sizeof name, "file-%d", i);
		int fd = open(name, O_CREAT | O_WRONLY, 0644);
		if (fd < 0 || write(fd, name, 10) != 10) return 1;
		close(fd);
	}
	int last = 0;
	for (int fd; (fd = open("file-1", O_RDONLY)) >= 0;) last = fd;
	if (errno != EMFILE || last != 255) return 2;
	puts("585987");
}
