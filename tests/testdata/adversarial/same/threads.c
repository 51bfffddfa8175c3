// expect: AC memory=64MiB quick
// 64 threads that sleep: what their stacks reserve is not what they use.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *nap(void *nothing) {
	usleep(50000);
	return nothing;
}

int main(void) {
	pthread_t threads[64];
	for (int i = 0; i < 64; i++)
		if (pthread_create(&threads[i], NULL, nap, NULL)) return 1;
	for (int i = 0; i < 64; i++) pthread_join(threads[i], NULL);
	puts("585987");
}
