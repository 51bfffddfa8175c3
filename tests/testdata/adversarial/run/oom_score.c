// expect: MLE memory=64MiB
// Asks the kernel to spare it.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
	int fd = open("/proc/self/oom_score_adj", O_WRONLY);
	if (fd >= 0 && write(fd, "-1000", 5) == 5) return 4;
	for (int i = 0; i < 512; i++) {
		volatile char *p = malloc(1 << 20);
		for (int j = 0; p && j < 1 << 20; j += 4096) p[j] = 1;
	}
}
