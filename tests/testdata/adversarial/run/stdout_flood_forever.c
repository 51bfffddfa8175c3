// expect: OLE max-output=1MiB limit=300ms quick
// Goes on although nothing can be written any more.
#include <signal.h>
#include <unistd.h>

int main(void) {
	static char block[65536];
	signal(SIGXFSZ, SIG_IGN);
	for (int i = 0; i < 256;)
		if (write(1, block, sizeof block) > 0) i++;
}
