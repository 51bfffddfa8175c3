// expect: OLE max-output=1MiB
// A child floods and dies of it; its parent answers.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	static char block[65536];
	if (fork() == 0) {
		for (int i = 0; i < 256; i++)
			if (write(1, block, sizeof block) < 0) break;
		_exit(0);
	}
	wait(0);
	puts("585987");
}
