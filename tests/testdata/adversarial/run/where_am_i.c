// expect: AC quick; landlock: WA
// What /proc tells of the process's own files: not where on the host they lie, nor what the input is called.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// tells complains about a text that names a place of the host.
static int tells(const char *where, const char *text) {
	static const char *const secrets[] = {"@PROBLEM@", "1.in", "/host", "/home", "/root", "/var", "cache"};
	for (int i = 0; i < 7; i++)
		if (strstr(text, secrets[i])) return printf("%s: %s\n", where, text) > 0;
	return 0;
}

int main(void) {
	static char text[1 << 20];
	if (mmap(0, 1, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED) return puts("the input cannot be mapped") < 0;
	static const char *const links[] = {"fd/0", "exe", "cwd", "root"};
	for (int i = 0; i < 4; i++) {
		char name[64];
		snprintf(name, sizeof name, "/proc/self/%s", links[i]);
		ssize_t n = readlink(name, text, sizeof text - 1);
		text[n < 0 ? 0 : n] = 0;
		if (tells(links[i], text)) return 0;
	}
	static const char *const files[] = {"maps", "mountinfo", "mounts", "mountstats", "cmdline", "environ", "fdinfo/0", "cgroup"};
	for (int i = 0; i < 8; i++) {
		char name[64];
		snprintf(name, sizeof name, "/proc/self/%s", files[i]);
		int fd = open(name, O_RDONLY);
		for (ssize_t n; fd >= 0 && (n = read(fd, text, sizeof text - 1)) > 0;) {
			text[n] = 0;
			if (tells(files[i], text)) return 0;
		}
		close(fd);
	}
	int a, b;
	if (scanf("%d %d", &a, &b) != 2) return 4;
	printf("%d\n", a + b);
}
