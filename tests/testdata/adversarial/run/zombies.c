// expect: AC
#include <stdio.h>
#include <unistd.h>

int main(void) {
	for (int i = 0; i < 100; i++)
		if (fork() == 0) _exit(0);
	usleep(20000);
	puts("585987");
}
