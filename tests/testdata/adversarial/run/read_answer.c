// expect: AC quick
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	static const char *const places[] = {
		"@ANSWER@", "@PROBLEM@", "@PROBLEM@/1.in", "1.ans", "../1.ans", "/proc/1/root@ANSWER@", "/proc/1/cwd/1.ans",
		"/proc/self/fd/0/../1.ans", "/host@ANSWER@", "/../../host@ANSWER@", "/proc/self/root/../host", "/root/.bashrc", "/root/.profile", "/home",
	};
	for (int i = 0; i < sizeof places / sizeof *places; i++)
		if (open(places[i], O_RDONLY) >= 0) return puts(places[i]) < 0;
	puts("585987");
}
