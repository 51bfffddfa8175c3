// expect: AC
// The memory of a process of the same user.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
	char copy[16];
	struct iovec to = {copy, sizeof copy}, from = {copy, sizeof copy};
	if (process_vm_readv(getppid(), &to, 1, &from, 1, 0) > 0) return puts("read") < 0;
	if (process_vm_writev(getpid(), &to, 1, &from, 1, 0) > 0) return puts("written") < 0;
	if (open("/proc/1/mem", O_RDWR) >= 0) return puts("opened") < 0;
	puts("585987");
}
