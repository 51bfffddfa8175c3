// expect: AC|MLE memory=256MiB; landlock: RTE exit=4
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 400000; i++) {
		char name[32];
		snprintf(name, sizeof name, "/tmp/%d", i);
		int fd = open(name, O_CREAT | O_WRONLY, 0644);
		if (fd < 0) {
			if (errno != ENOSPC && errno != ENOMEM) return 4;
			puts("585987");
			return 0;
		}
		close(fd);
	}
	puts("no limit");
}
