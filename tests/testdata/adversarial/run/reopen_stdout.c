// expect: AC
// One's own output may be emptied and written again.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	puts("spoilt");
	fflush(stdout);
	int fd = open("/proc/self/fd/1", O_WRONLY | O_TRUNC);
	if (fd < 0) {
		if (ftruncate(1, 0)) return 4;
		fd = 1;
	}
	lseek(fd, 0, SEEK_SET);
	return write(fd, "585987\n", 7) != 7;
}
