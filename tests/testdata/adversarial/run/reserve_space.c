// expect: AC runs=2 quick
// Space that the size of a file does not tell of: set aside behind its end, or full of attributes.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

// Of linux/falloc.h, which the headers of C libraries do not have.
enum { RESERVE = 0x40305828, RESERVE_64 = 0x4030582a, ZERO_RANGE = 0x40305839 };

int main(void) {
	struct { short type, whence; long long start, length; int system, process, rest[4]; } space = {.length = 64 << 20};
	static char value[60000];
	for (int fd = 1; fd < 3; fd++) {
		if (ioctl(fd, RESERVE, &space) == 0 || ioctl(fd, RESERVE_64, &space) == 0) return printf("set aside\n") < 0;
		if (ioctl(fd, ZERO_RANGE, &space) == 0) return printf("zeroed\n") < 0;
		struct fsxattr hint = {.fsx_xflags = FS_XFLAG_EXTSIZE, .fsx_extsize = 1 << 30};
		if (ioctl(fd, FS_IOC_FSSETXATTR, &hint) == 0 || errno != ENOTTY) return printf("a large extent\n") < 0;
		if (syscall(469, fd, "", &hint, sizeof hint, AT_EMPTY_PATH) == 0) return printf("a large extent by path\n") < 0;
		for (int i = 0; i < 50; i++) {
			char name[32];
			snprintf(name, sizeof name, "user.%d", i);
			if (fsetxattr(fd, name, value, 1000, 0) == 0 || errno != EOPNOTSUPP) return printf("an attribute\n") < 0;
		}
		struct stat file;
		if (fstat(fd, &file) || file.st_blocks) return printf("%ld blocks\n", (long)file.st_blocks) < 0;
	}
	if (setxattr("/tmp", "user.a", value, sizeof value, 0) == 0) return printf("an attribute of a folder\n") < 0;
	puts("585987");
}
