// expect: AC quick; landlock: WA
// The times and modes of devices are the machine's: whoever changes them is seen by everybody.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	static const char *const names[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
	for (int i = 0; i < 5; i++) {
		if (utimensat(AT_FDCWD, names[i], 0, 0) == 0) return printf("touched %s\n", names[i]) < 0;
		if (chmod(names[i], 0666) == 0) return printf("changed %s\n", names[i]) < 0;
		int fd = open(names[i], O_RDWR);
		if (fd < 0 || futimens(fd, 0) == 0 || fchmod(fd, 0666) == 0) return printf("%s through a descriptor\n", names[i]) < 0;
		close(fd);
	}
	FILE *nowhere = fopen("/dev/null", "w"); // as > /dev/null opens it
	if (!nowhere || fputs("text", nowhere) < 0 || fclose(nowhere)) return puts("cannot be written to") < 0;
	puts("585987");
}
