// expect: MLE memory=64MiB
// The first thread ends, and with it what /proc/PID tells of memory; another one goes on.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *hog(void *unused) {
	(void)unused;
	usleep(20000);
	size_t size = 256 << 20;
	volatile char *p = malloc(size);
	for (size_t i = 0; i < size; i += 4096) p[i] = 1;
	usleep(50000);
	free((void *)p);
	puts("585987");
	exit(0);
}

int main(void) {
	pthread_t thread;
	if (pthread_create(&thread, 0, hog, 0)) return 4;
	pthread_exit(0);
}
