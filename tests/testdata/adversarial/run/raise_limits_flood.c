// expect: OLE max-output=1MiB
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
	static char block[65536];
	struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &most);
	for (int i = 0; i < 256; i++) write(1, block, sizeof block);
}
