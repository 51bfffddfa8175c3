// expect: AC quick
// Names that a judge could keep its files under.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	static const char *const names[] = {"output", "stdout", "1.out", "out", "stderr", "log", "feedback", "grundy-program"};
	for (int i = 0; i < 8; i++) symlink("/etc/passwd", names[i]);
	symlink("@ANSWER@", "answer");
	symlink("/proc/self/fd/0", "input");
	if (open("answer", O_RDONLY) >= 0) return puts("through a link") < 0;
	if (open("output", O_WRONLY) >= 0) return puts("written through a link") < 0;
	puts("585987");
}
