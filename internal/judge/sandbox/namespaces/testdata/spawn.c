// spawn CORE INPUT OUTPUT N PROGRAM ARGUMENT...: starts a program N times with posix_spawn, pinned to a core, and prints
// the nanoseconds that each run took.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

static long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

int main(int argc, char **argv) {
	if (argc < 6) return 2;
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(atoi(argv[1]), &set);
	if (sched_setaffinity(0, sizeof set, &set)) return 3;
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, argv[2], O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, 1, argv[3], O_WRONLY, 0);
	char **args = argv + 5, *env[] = {0};
	for (int i = atoi(argv[4]); i > 0; i--) {
		long start = now();
		pid_t pid;
		int status;
		if (posix_spawn(&pid, args[0], &actions, 0, args, env)) return 4;
		if (waitpid(pid, &status, 0) != pid || status != 0) return 5;
		printf("%ld\n", now() - start);
	}
	return 0;
}
