// expect: AC runs=2 quick
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	static const char *const places[] = {".", "/tmp", "/dev/shm", "/var/tmp", "/box", "/box/work", "/box/tmp", "/box/shm"};
	char name[99];
	struct stat s;
	for (int i = 0; i < 8; i++) {
		snprintf(name, sizeof name, "%s/grundy-adversarial", places[i]);
		if (lstat(name, &s) == 0) return puts(name) < 0;
		snprintf(name, sizeof name, "%s/.grundy-adversarial-folder", places[i]);
		if (lstat(name, &s) == 0) return puts(name) < 0;
	}
	for (int i = 0; i < 8; i++) {
		snprintf(name, sizeof name, "%s/grundy-adversarial", places[i]);
		int fd = open(name, O_CREAT | O_WRONLY, 0666);
		if (fd >= 0) write(fd, "left", 4), close(fd);
		snprintf(name, sizeof name, "%s/.grundy-adversarial-folder", places[i]);
		mkdir(name, 0);
	}
	puts("585987");
}
