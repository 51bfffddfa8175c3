// expect: AC quick
// Stops at the first refusal, as a careful program does.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *sleeper(void *unused) {
	pause();
	return unused;
}

int main(void) {
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 16);
	for (int i = 0; i < 5000; i++) {
		pthread_t t;
		int error = pthread_create(&t, &small, sleeper, 0);
		if (error == EAGAIN) {
			puts("585987");
			exit(0);
		}
		if (error) return 1;
	}
	puts("no limit");
	exit(0);
}
