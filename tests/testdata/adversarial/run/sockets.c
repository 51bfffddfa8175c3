// expect: AC quick
// A pair of sockets is all there is: nobody can be called, by no name and in no way, and no descriptor be sent away.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void) {
	struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/usr/nobody"};
	char byte = 'x', space[64] = {0};
	for (int type = SOCK_STREAM; type <= SOCK_SEQPACKET; type++) {
		int ends[2], fd = socket(AF_UNIX, type, 0);
		if (socketpair(AF_UNIX, type, 0, ends) != 0) {
			if (type <= SOCK_DGRAM || type == SOCK_SEQPACKET) return 4;
			continue;
		}
		if (send(ends[0], &byte, 1, 0) != 1 || recv(ends[1], &byte, 1, 0) != 1) return 5;
		if (connect(fd, (struct sockaddr *)&name, sizeof name) == 0 || errno != EPERM) return 6;
		if (sendto(fd, &byte, 1, 0, (struct sockaddr *)&name, sizeof name) >= 0 || errno != EPERM) return 7;
		struct iovec part = {&byte, 1};
		struct mmsghdr message = {.msg_hdr = {&name, sizeof name, &part, 1, 0, 0, 0}};
		if (sendmsg(fd, &message.msg_hdr, 0) >= 0 || errno != EPERM) return 8;
		if (sendmmsg(fd, &message, 1, 0) >= 0 || errno != EPERM) return 9;
		struct cmsghdr *rights = (struct cmsghdr *)space;
		*rights = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof fd), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
		memcpy(CMSG_DATA(rights), &fd, sizeof fd);
		struct msghdr gift = {0, 0, &part, 1, space, CMSG_SPACE(sizeof fd), 0};
		if (sendmsg(ends[0], &gift, 0) >= 0 || errno != EPERM) return 10;
	}
	puts("585987");
}
