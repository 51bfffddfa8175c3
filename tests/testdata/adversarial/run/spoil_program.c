// expect: AC runs=2
// Its own executable is what the next run starts.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	char path[PATH_MAX] = {0};
	if (readlink("/proc/self/exe", path, sizeof path - 1) < 0) return 4;
	if (open(path, O_WRONLY) >= 0 || open(path, O_RDWR | O_TRUNC) >= 0) return puts("opened") < 0;
	if (unlink(path) == 0 || chmod(path, 0) == 0 || rename(path, "mine") == 0) return puts("changed") < 0;
	puts("585987");
}
