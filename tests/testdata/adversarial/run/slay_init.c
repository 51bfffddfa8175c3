// expect: AC quick
// What else reaches a process of the same user than kill(2): ends of children, owners of files, timers, limits, files of /proc.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int deadly[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSTKFLT, SIGSYS, SIGPROF, SIGURG, SIGXCPU, 32, 33, 34};

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (unsigned i = 0; i < sizeof deadly / sizeof *deadly; i++) {
		int s = deadly[i];
		// The signal at a child's end, to whoever is its parent then.
		if (syscall(SYS_clone, CLONE_PARENT | s, 0, 0, 0, 0) == 0) _exit(0);
		if (fork() == 0) {
			if (syscall(SYS_clone, s, 0, 0, 0, 0) == 0) {
				usleep(2000);
				_exit(0);
			}
			_exit(0);
		}
		timer_t timer;
		struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = s};
		event._sigev_un._tid = 1;
		if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) return 4;
		for (int tid = 1; tid < 12; tid++) syscall(SYS_tgkill, 1, tid, s), syscall(SYS_tkill, tid == getpid() ? 1 : tid, s);
	}
	for (int type = 0; type < 3; type++) {
		int ends[2];
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 5;
		struct f_owner_ex owner = {type, 1};
		fcntl(ends[0], F_SETOWN_EX, &owner);
		fcntl(ends[0], F_SETFL, O_ASYNC);
		send(ends[1], "x", 1, MSG_OOB);
		send(ends[1], "x", 1, 0);
	}
	struct rlimit none = {0, 0};
	for (int r = 0; r < 16; r++)
		if (prlimit(1, r, &none, 0) == 0) return 6;
	if (ptrace(PTRACE_SEIZE, 1, 0, 0) == 0) return 7;
	cpu_set_t cores;
	CPU_ZERO(&cores);
	CPU_SET(0, &cores);
	if (sched_setaffinity(1, sizeof cores, &cores) == 0 || setpriority(PRIO_PROCESS, 1, 19) == 0) return 8;
	static const char *files[] = {
		"mem", "oom_score_adj", "oom_adj", "clear_refs", "coredump_filter", "comm", "autogroup", "timerslack_ns", "sched", "fd/3", "uid_map",
		"attr/current", "timens_offsets", "setgroups", "loginuid", "make-it-fail", "fail-nth",
	};
	for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
		char path[64];
		snprintf(path, sizeof path, "/proc/1/%s", files[i]);
		int fd = open(path, O_WRONLY);
		if (fd >= 0 && write(fd, "1000", 4) > 0) return printf("%s\n", path) < 0;
	}
	// More signals than anybody can look at, while the first process goes on.
	for (int i = 0; i < 20000; i++) kill(1, deadly[i % (sizeof deadly / sizeof *deadly)]);
	while (wait(0) > 0) {}
	puts("585987");
}
