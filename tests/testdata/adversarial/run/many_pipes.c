// expect: AC; no-cgroup: AC|MLE
// In all processes together there are many more.
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	int ends[2];
	for (int i = 0; i < 100; i++)
		if (fork() == 0) {
			while (pipe(ends) == 0) {}
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
