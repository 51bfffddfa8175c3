// expect: MLE memory=64MiB
// Mappings without any page are records of the kernel, and a process has up to 65,530 of them.
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 60; i++)
		if (fork() == 0) {
			for (int j = 0; j < 65000; j++) mmap(0, 4096, j % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			sleep(2);
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
