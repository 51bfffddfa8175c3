// expect: AC memory=64MiB quick
// What waits in the buffers of sockets belongs to no process.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
	static char block[64 << 10];
	int ends[2], large = 256 << 20;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 3;
	if (setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &large, sizeof large) == 0 || errno != EPERM) return 4;
	if (setsockopt(ends[1], SOL_SOCKET, SO_RCVBUF, &large, sizeof large) == 0 || errno != EPERM) return 5;
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	long sent = 0, n;
	while ((n = write(ends[0], block, sizeof block)) > 0) sent += n;
	if (sent > 4 << 20) return 6;
	puts("585987");
}
