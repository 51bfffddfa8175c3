// expect: TLE limit=500ms
// None of the four passes the limit alone.
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	for (int i = 0; i < 4; i++)
		if (fork() == 0) {
			while (clock() < CLOCKS_PER_SEC * 4 / 10) {}
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
