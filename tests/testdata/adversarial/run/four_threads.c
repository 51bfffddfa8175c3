// expect: AC quick cpu>=900ms
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *burn(void *unused) {
	struct timespec t = {0};
	while (t.tv_sec == 0 && t.tv_nsec < 250000000) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return unused;
}

int main(void) {
	pthread_t t[4];
	for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, burn, 0);
	for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
	puts("585987");
}
