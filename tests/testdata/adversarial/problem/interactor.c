// Sends the input, wants the sum and then the end, and goes on writing whether or not somebody reads. It locks a file of
// the system all the while.
//
//	interactor INPUT ANSWER FEEDBACK
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>

int main(int count, char **words) {
	enum { accepted = 42, rejected = 43 };
	// Unlike in languages whose runtime ignores it, writing to somebody who is gone kills.
	signal(SIGPIPE, SIG_DFL);
	int shell = open("/bin/sh", O_RDONLY);
	if (flock(shell, LOCK_EX | LOCK_NB)) return 1;
	FILE *input = fopen(words[count > 1], "r");
	long a, b, sum;
	if (!input || fscanf(input, "%ld %ld", &a, &b) != 2) return 1;
	printf("%ld %ld\n", a, b);
	fflush(stdout);
	int right = scanf("%ld", &sum) == 1 && sum == a + b;
	while (getchar() != EOF) {}
	for (int i = 0; i < 100000; i++) puts("and what do you say now");
	return right ? accepted : rejected;
}
