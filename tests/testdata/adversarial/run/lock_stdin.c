// expect: AC runs=2
// A lock on the input would make the next reader wait; a lease would stop whoever opens it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

int main(void) {
	flock(0, LOCK_EX | LOCK_NB);
	fcntl(0, F_SETLEASE, F_RDLCK);
	fcntl(1, F_SETLEASE, F_WRLCK);
	flock(1, LOCK_EX | LOCK_NB);
	if (fork() == 0) sleep(60);
	puts("585987");
}
