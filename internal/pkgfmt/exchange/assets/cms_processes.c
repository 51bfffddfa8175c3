// Runs the solution in several processes, whose conversations with the manager go over the standard streams. Each has its number as
// the last argument, and standard streams of its own, or where the names of these are among its arguments, pipes that are called so.
#include "cms_relay.h"

// Tells of a process that has ended. Where the pipe is full it tells as well.
static void cms_tell(int number) {
	int kept = errno;
	number = (int)write(cms_gone[1], "", 1);
	errno = kept;
}

static int cms_find(int argc, char **argv, const char *name) {
	int i;
	for (i = 1; i < argc; i++)
		if (strcmp(argv[i], name) == 0) return i;
	return 0;
}

static char *cms_name(pid_t process, int fd) {
	char *name = (char *)malloc(64);
	if (!name) _exit(1);
	snprintf(name, 64, "/proc/%%ld/fd/%%d", (long)process, fd);
	return name;
}

__attribute__((constructor(101))) static void start_processes(int argc, char **argv) {
	enum { COUNT = %d };
	static struct cms_end ends[COUNT];
	int in = cms_find(argc, argv, "/dev/stdin"), out = cms_find(argc, argv, "/dev/stdout");
	int named = in && out, held[COUNT], i, j, to[2], from[2];
	pid_t self = getpid();
	if (pipe(cms_gone) != 0) goto fail;
	fcntl(cms_gone[1], F_SETFL, O_NONBLOCK);
	signal(SIGCHLD, cms_tell);
	for (i = 0; i < COUNT; i++) {
		if (pipe(to) != 0 || pipe(from) != 0) goto fail;
		ends[i].to = to[1];
		ends[i].from = dup(from[0]);
		if (ends[i].from < 0 || fcntl(ends[i].from, F_SETFL, O_NONBLOCK) < 0 || (ends[i].process = fork()) < 0) goto fail;
		if (ends[i].process == 0) {
			signal(SIGCHLD, SIG_DFL);
			if (named) {
				argv[in] = cms_name(self, to[0]);
				argv[out] = cms_name(self, ends[i].from);
				close(to[0]);
				close(from[1]);
				to[0] = open("/dev/null", O_RDONLY);
				from[1] = open("/dev/null", O_WRONLY);
			}
			if (dup2(to[0], 0) < 0 || dup2(from[1], 1) < 0) goto fail;
			for (j = 0; j <= i; j++) {
				close(ends[j].to);
				close(ends[j].from);
				if (j == i || !named) continue;
				close(held[j]);
				cms_begin(&ends[j]);
			}
			close(cms_gone[0]);
			close(cms_gone[1]);
			close(to[0]);
			close(from[0]);
			close(from[1]);
			if (argc > 1) snprintf(argv[argc - 1], strlen(argv[argc - 1]) + 1, "%%d", i);
			return; // to the solution
		}
		close(from[0]);
		if (named) {
			held[i] = to[0]; // or its name would lead nowhere
			ends[i].writer = from[1];
		} else {
			close(to[0]);
			close(from[1]);
		}
	}
	cms_relay(0, 1, -1, ends, COUNT);
	_exit(0);
fail:
	perror("start a process of the solution");
	_exit(1);
}
