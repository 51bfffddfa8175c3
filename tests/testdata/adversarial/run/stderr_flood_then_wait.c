// expect: OLE max-output=1MiB limit=100ms
#include <signal.h>
#include <unistd.h>

int main(void) {
	static char block[65536];
	signal(SIGXFSZ, SIG_IGN);
	for (int i = 0; i < 256; i++)
		if (write(2, block, sizeof block) < 0) break;
	pause();
}
