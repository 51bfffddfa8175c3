// expect: AC quick
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	struct perf_event_attr attr = {.size = sizeof attr, .type = PERF_TYPE_SOFTWARE, .exclude_kernel = 1, .exclude_hv = 1};
	if (syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) >= 0) return puts("itself") < 0;
	if (syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0) >= 0) return puts("processor 0") < 0;
	puts("585987");
}
