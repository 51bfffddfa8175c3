// expect: MLE memory=256MiB quick
// 8 × 60 MB, no single process above the limit.
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 8; i++)
		if (fork() == 0) {
			volatile char *p = malloc(60 << 20);
			for (int j = 0; j < 60 << 20; j += 4096) p[j] = 1;
			pause();
		}
	while (wait(0) > 0) {}
}
