// expect: AC quick
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	cpu_set_t all;
	CPU_ZERO(&all);
	for (int i = 0; i < CPU_SETSIZE; i++) CPU_SET(i, &all);
	struct sched_param real = {1}, none = {0};
	if (setpriority(PRIO_PROCESS, 0, -5) == 0 || setpriority(PRIO_USER, 0, 5) == 0 || nice(-1) != -1) return puts("nice") < 0;
	if (sched_setaffinity(0, sizeof all, &all) == 0) return puts("affinity") < 0;
	if (sched_setscheduler(0, SCHED_FIFO, &real) == 0 || sched_setscheduler(0, SCHED_BATCH, &none) == 0) return puts("scheduler") < 0;
	if (syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0) return puts("input and output") < 0;
	puts("585987");
}
