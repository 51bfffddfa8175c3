// expect: MLE memory=64MiB quick; no-cgroup: RTE exit=7
// One byte of each page goes into pipes and sockets, which keep the pages when the files are gone.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

enum { page = 4096, pages = 256 };
static char block[pages * page];

static int fresh(void) {
	int file = open("grundy-adversarial", O_CREAT | O_TRUNC | O_RDWR, 0600);
	return write(file, block, sizeof block) == sizeof block ? file : -1;
}

static void forget(int file) {
	ftruncate(file, 0);
	close(file);
}

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	int through[2], ends[2], full;
	if (pipe(through)) return 4;
	int file = fresh();
	loff_t at = 0;
	if (splice(file, &at, through[1], 0, 1, 0) < 0) {
		if (errno != EINVAL || sendfile(through[1], file, 0, 1) >= 0 || errno != EINVAL) return 5;
		return tee(through[0], through[1], 1, SPLICE_F_NONBLOCK) < 0 && errno == EINVAL ? 7 : 6;
	}
	forget(file);
	fcntl(through[0], F_SETFL, O_NONBLOCK);
	for (int pair = 0; pair < 100; pair++) {
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) break;
		fcntl(ends[0], F_SETFL, O_NONBLOCK);
		for (full = 0; !full;) {
			file = fresh();
			for (int i = 0; i < pages && !full; i++) {
				at = i * page;
				full = splice(file, &at, through[1], 0, 1, 0) != 1 || splice(through[0], 0, ends[0], 0, 1, SPLICE_F_NONBLOCK) != 1;
			}
			forget(file);
		}
		char rest[64];
		while (read(through[0], rest, sizeof rest) > 0) {}
	}
	puts("585987");
}
