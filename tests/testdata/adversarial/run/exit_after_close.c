// expect: RTE exit=1
#include <stdlib.h>
#include <unistd.h>

int main(void) {
	for (int fd = 0; fd < 1024; fd++) close(fd);
	_exit(1);
}
