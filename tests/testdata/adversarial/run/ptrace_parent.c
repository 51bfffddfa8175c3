// expect: AC quick
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <unistd.h>

int main(void) {
	if (ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0 || ptrace(PTRACE_SEIZE, 1, 0, 0) == 0) return puts("attached") < 0;
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) return puts("traced") < 0;
	puts("585987");
}
