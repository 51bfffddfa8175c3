// expect: AC
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
	if (link("/etc/passwd", "stolen") == 0) return puts("a file of the system") < 0;
	if (linkat(0, "", AT_FDCWD, "stolen", AT_EMPTY_PATH) == 0) return puts("the input") < 0;
	if (linkat(AT_FDCWD, "/proc/self/fd/1", AT_FDCWD, "stolen", AT_SYMLINK_FOLLOW) == 0) return puts("the output") < 0;
	if (rename("/proc/self/fd/0", "stolen") == 0) return puts("renamed") < 0;
	puts("585987");
}
