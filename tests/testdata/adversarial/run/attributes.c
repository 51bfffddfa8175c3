// expect: AC memory=64MiB quick
// Attributes and lists of who may do what are memory of the kernel.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdint.h>
#include <sys/xattr.h>
#include <unistd.h>

int main(void) {
	static char value[32 << 10];
	static struct { uint32_t version; struct { uint16_t tag, perm; uint32_t id; } entries[8000]; } list = {2};
	for (int i = 0; i < 8000; i++) {
		list.entries[i].tag = i == 0 ? 1 : i < 7997 ? 2 : i == 7997 ? 4 : i == 7998 ? 0x10 : 0x20;
		list.entries[i].perm = 7;
		list.entries[i].id = list.entries[i].tag == 2 ? getuid() : (uint32_t)-1;
	}
	int fd = open("file", O_CREAT | O_RDWR, 0600);
	if (fd < 0) return 4;
	if (setxattr("file", "user.x", value, sizeof value, 0) == 0 || errno != EOPNOTSUPP) return 5;
	if (lsetxattr("file", "user.x", value, sizeof value, 0) == 0 || errno != EOPNOTSUPP) return 6;
	if (fsetxattr(fd, "user.x", value, sizeof value, 0) == 0 || errno != EOPNOTSUPP) return 7;
	if (setxattr("file", "system.posix_acl_access", &list, sizeof list, 0) == 0 || errno != EOPNOTSUPP) return 8;
	puts("585987");
}
