// expect: MLE memory=64MiB quick reason~"killed by the kernel"; namespaces: MLE reason~"64 MiB"; rootless: MLE reason~"64 MiB"; landlock: AC
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	static char block[1 << 20];
	static const char *const places[] = {".", "/tmp", "/dev/shm"};
	memset(block, 'x', sizeof block);
	for (int i = 0; i < 256; i++) {
		char name[64];
		snprintf(name, sizeof name, "%s/grundy-adversarial-%d", places[i % 3], i);
		int fd = open(name, O_CREAT | O_WRONLY, 0644);
		if (fd < 0 || write(fd, block, sizeof block) != sizeof block) break;
		close(fd);
	}
	puts("585987");
}
