// expect: AC runs=2 quick
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void) {
	key_t key = 0x67726e64;
	if (shmget(key, 4096, 0) >= 0 || semget(key, 1, 0) >= 0 || msgget(key, 0) >= 0) return puts("found") < 0;
	shmget(key, 4096, IPC_CREAT | 0666);
	shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0666);
	semget(key, 1, IPC_CREAT | 0666);
	msgget(key, IPC_CREAT | 0666);
	puts("585987");
}
