// expect: AC quick
#define _GNU_SOURCE
#include <grp.h>
#include <linux/capability.h>
#include <stdio.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	if (getuid() == 0 || geteuid() == 0) return puts("root") < 0;
	if (setuid(0) == 0 || setgid(0) == 0 || setgroups(0, 0) == 0 || setresuid(0, 0, 0) == 0) return puts("became root") < 0;
	struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct data[2] = {{0}};
	syscall(SYS_capget, &head, data);
	if (data[0].effective || data[0].permitted || data[0].inheritable || data[1].permitted) return puts("capabilities") < 0;
	data[0].effective = data[0].permitted = ~0u;
	if (syscall(SYS_capset, &head, data) == 0) return puts("new capabilities") < 0;
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return puts("new privileges") < 0;
	if (mknod("device", S_IFBLK | 0600, 1 << 8) == 0 || mknod("device", S_IFCHR | 0600, 1 << 8 | 5) == 0) return puts("device") < 0;
	puts("585987");
}
