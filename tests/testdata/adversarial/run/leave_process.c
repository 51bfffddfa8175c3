// expect: AC runs=2 survivors>=1; landlock: RTE signal=11
// Processes that were there before would be seen by their numbers.
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int pid = 2; pid < 5000; pid++)
		if (pid != getpid() && kill(pid, 0) == 0 && getsid(pid) != getsid(1)) return printf("process %d\n", pid) < 0;
	DIR *proc = opendir("/proc");
	for (struct dirent *e; (e = readdir(proc));)
		if (atoi(e->d_name) > 1 && atoi(e->d_name) != getpid()) return printf("/proc/%s\n", e->d_name) < 0;
	if (fork() == 0) {
		setsid();
		signal(SIGTERM, SIG_IGN);
		sleep(60);
	}
	usleep(20000);
	puts("585987");
}
