// expect: AC
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
#ifdef __x86_64__
	if (syscall(0x40000000 | SYS_getpid) > 0 || syscall(0x40000000 | SYS_ptrace, 0, 0, 0, 0) == 0) return puts("x32") < 0;
#endif
	puts("585987");
}
