// expect: AC runs=2; landlock: WA
// Takes its folders away from itself, and from the next run if they are the same.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	static const char *const places[] = {"/box/work", "/tmp", "/dev/shm"};
	for (int i = 0; i < 3; i++) {
		char name[99];
		snprintf(name, sizeof name, "%s/file", places[i]);
		if (open(name, O_CREAT | O_EXCL | O_WRONLY, 0644) < 0) return puts(name) < 0;
		unlink(name);
		chmod(places[i], 0);
	}
	rmdir("/box/work");
	rename("/box/work", "/box/moved");
	puts("585987");
}
