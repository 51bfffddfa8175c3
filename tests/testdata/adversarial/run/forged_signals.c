// expect: AC quick
// Signals that claim to come from the kernel: whoever gets one takes it for a fault of its own.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int pid = 1; pid < 20; pid++) { // threads have numbers, too
		if (pid == getpid()) continue;
		for (int s = 1; s < 65; s++) {
			siginfo_t info;
			memset(&info, 0, sizeof info);
			info.si_signo = s;
			info.si_code = SI_QUEUE;
			sigqueue(pid, s, (union sigval){.sival_int = 1});
			syscall(SYS_rt_sigqueueinfo, pid, s, &info);
			syscall(SYS_rt_tgsigqueueinfo, 1, pid, s, &info);
		}
	}
	int init = syscall(SYS_pidfd_open, 1, 0);
	siginfo_t info;
	memset(&info, 0, sizeof info);
	info.si_signo = SIGSEGV;
	info.si_code = SI_QUEUE;
	syscall(SYS_pidfd_send_signal, init, SIGSEGV, &info, 0);
	// A file that has input tells its owner.
	int ends[2];
	char byte = 1;
	for (int s = 1; s < 65; s++) {
		if (pipe(ends) != 0) return 4;
		fcntl(ends[0], F_SETOWN, 1);
		fcntl(ends[0], 10 /* F_SETSIG */, s);
		fcntl(ends[0], F_SETFL, O_ASYNC);
		if (write(ends[1], &byte, 1) != 1) return 5;
		close(ends[0]);
		close(ends[1]);
	}
	usleep(20000);
	puts("585987");
}
