// expect: AC quick
// Objects of the kernel that no control group counts, or of which there is one supply for the whole machine.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { futexHash = 78, setSlots = 1, memoryMerge = 67, toNodes = 2, landlockCreate = 444 };

static int cores(const struct rlimit *new) {
	struct rlimit now;
	return new && setrlimit(RLIMIT_CORE, new) || getrlimit(RLIMIT_CORE, &now) || now.rlim_cur != now.rlim_max ? -1 : (int)now.rlim_cur;
}

int main(void) {
	struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
	struct sock_fprog filter = {1, &allow};
	unsigned long node = 1, events = 0, rights[2] = {1};
	char *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int ends[2];
	if (page == MAP_FAILED || socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 4;
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);

	if (syscall(SYS_io_setup, 1, &events) == 0) return puts("asynchronous input") < 0;
	if (syscall(SYS_mbind, page, 4096, toNodes, &node, 2, 0) == 0) return puts("a policy of a page") < 0;
	if (syscall(SYS_set_mempolicy, toNodes, &node, 2) == 0) return puts("a policy") < 0;
	if (syscall(landlockCreate, rights, 8, 0) >= 0) return puts("a ruleset") < 0;
	if (prctl(futexHash, setSlots, 16, 0) == 0) return puts("a table of futexes") < 0;
	if (prctl(memoryMerge, 1, 0, 0, 0) == 0 || madvise(page, 4096, MADV_MERGEABLE) == 0) return puts("merged pages") < 0;
	if (setsockopt(ends[0], SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter) == 0) return puts("a filter of a socket") < 0;
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0) return puts("a filter") < 0;
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0) return puts("a filter by another name") < 0;
	// With a limit of 0 a kernel that pipes core dumps to a program still does so.
	struct rlimit none = {0, 0};
	int before = cores(0);
	if (before < 0 || before > 1 || cores(&none) != before) return puts("another limit of core dumps") < 0;
	if (fsync(1) || fdatasync(1) || syncfs(1)) return puts("no success without effect") < 0;
	puts("585987");
}
