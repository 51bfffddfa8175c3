// expect: AC quick
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	static const int flags[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
	for (int i = 0; i < 7; i++) {
		if (unshare(flags[i]) == 0) return printf("unshare %x\n", flags[i]) < 0;
		if (unshare(CLONE_NEWUSER | flags[i]) == 0) return printf("unshare with user %x\n", flags[i]) < 0;
		long pid = syscall(SYS_clone, CLONE_NEWUSER | flags[i] | SIGCHLD, 0, 0, 0, 0);
		if (pid == 0) _exit(0);
		if (pid > 0) return printf("clone %x\n", flags[i]) < 0;
		// clone3 keeps its flags where no filter sees them.
		uint64_t wanted[11] = {[0] = CLONE_NEWUSER | flags[i], [4] = SIGCHLD};
		pid = syscall(435, wanted, sizeof wanted);
		if (pid == 0) _exit(0);
		if (pid > 0) return printf("clone3 %x\n", flags[i]) < 0;
	}
	puts("585987");
}
