// expect: AC memory=64MiB; not-isolated: AC|MLE
// 24 MiB of shared memory, used by three processes, count once.
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	const int size = 24 << 20;
	volatile char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) return 1;
	for (int i = 0; i < 2; i++)
		if (fork() == 0) {
			for (int at = 0; at < size; at += 4096) p[at] = 1;
			usleep(60000);
			_exit(0);
		}
	while (wait(NULL) > 0) {}
	puts(p[4096] ? "585987" : "0");
}
