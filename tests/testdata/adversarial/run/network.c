// expect: AC quick
#include <arpa/inet.h>
#include <errno.h>
#include <linux/vm_sockets.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
	static const int families[] = {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG, AF_BLUETOOTH, 44 /* XDP */, 43 /* SMC */};
	static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
	int pair[2];
	for (int i = 0; i < sizeof families / sizeof *families; i++)
		for (int j = 0; j < 4; j++) {
			if (socket(families[i], types[j], 0) >= 0) return printf("family %d\n", families[i]) < 0;
			if (socketpair(families[i], types[j], 0, pair) == 0) return printf("pair of family %d\n", families[i]) < 0;
		}
	puts("585987");
}
