// expect: AC runs=2 quick
// An abstract name that a daemon holds on to.
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0grundy-adversarial"};
	socklen_t size = sizeof(sa_family_t) + 19;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (connect(fd, (struct sockaddr *)&name, size) == 0) return puts("somebody listens") < 0;
	if (fork() == 0) {
		setsid();
		if (bind(fd, (struct sockaddr *)&name, size) || listen(fd, 5)) _exit(1);
		sleep(60);
	}
	usleep(50000);
	puts("585987");
}
