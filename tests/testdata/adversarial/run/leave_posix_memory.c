// expect: AC runs=2 quick
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
	if (shm_open("/grundy-adversarial", O_RDWR, 0) >= 0) return puts("memory") < 0;
	if (sem_open("/grundy-adversarial", 0) != SEM_FAILED) return puts("semaphore") < 0;
	int fd = shm_open("/grundy-adversarial", O_CREAT | O_RDWR, 0666);
	if (fd >= 0) ftruncate(fd, 4096);
	sem_open("/grundy-adversarial", O_CREAT, 0666, 1);
	puts("585987");
}
