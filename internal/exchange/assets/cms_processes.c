// Runs the solution in several processes, whose conversations with the manager go over the standard streams. Each has standard
// streams of its own, and its number as the last argument.
#include "cms_relay.h"

__attribute__((constructor(101))) static void start_processes(int argc, char **argv) {
	enum { COUNT = %d };
	static struct cms_end ends[COUNT];
	int i, j, to[2], from[2];
	for (i = 0; i < COUNT; i++) {
		if (pipe(to) != 0 || pipe(from) != 0 || (ends[i].process = fork()) < 0) {
			perror("start a process of the solution");
			_exit(1);
		}
		if (ends[i].process == 0) {
			dup2(to[0], 0);
			dup2(from[1], 1);
			for (j = 0; j < i; j++) {
				close(ends[j].to);
				close(ends[j].from);
			}
			close(to[0]);
			close(to[1]);
			close(from[0]); // the other end stays open until the process ends, which tells of its end
			if (argc > 1) snprintf(argv[argc - 1], strlen(argv[argc - 1]) + 1, "%%d", i);
			return; // to the solution
		}
		close(to[0]);
		close(from[1]);
		ends[i].to = to[1];
		ends[i].from = from[0];
	}
	cms_relay(0, 1, -1, ends, COUNT);
	_exit(0);
}
