// expect: RTE memory=64MiB exit=7
// A thread ends the whole program.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *end(void *nothing) {
	exit(7);
	return nothing;
}

int main(void) {
	pthread_t thread;
	puts("585987");
	if (pthread_create(&thread, NULL, end, NULL)) return 1;
	for (;;) pause();
}
