// expect: AC
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	for (int i = 0; i < 100; i++) {
		char name[300];
		snprintf(name, sizeof name, "%d \n\t\x01\xff*?'\"", i);
		if (mkdir(name, 0700) || chdir(name)) return 4;
		close(open("-rf", O_CREAT | O_WRONLY, 0));
		mkfifo("fifo", 0);
		if (chdir("..") || chmod(name, 0)) return 5;
	}
	puts("585987");
}
