// expect: AC
// The answer arrives through a copy of the output's descriptor, from a child.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	int fd = dup2(1, 77);
	close(0), close(1), close(2);
	if (fork() == 0) _exit(write(fd, "585987\n", 7) != 7);
	int status;
	wait(&status);
	return status != 0;
}
