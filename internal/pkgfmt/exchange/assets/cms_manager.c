// Runs a manager of CMS that talks with several processes, whose conversations come over the standard streams.
//
// usage: relay PROCESSES FIRST SECOND COMMAND...
//
// The command gets the names of two pipes for each process: FIRST0 SECOND0 FIRST1 SECOND1 ..., where the manager reads "from"
// and writes "to". Its input is input.txt, its output goes into score.txt.
#include "cms_relay.h"

#include <fcntl.h>
#include <sys/stat.h>

static char *numbered(const char *base, int i) {
	char *name = (char *)malloc(32);
	if (!name) _exit(1);
	snprintf(name, 32, "%.16s%d", base, i);
	return name;
}

static pid_t start(char **argv, int given, int count, int over) {
	char **args = (char **)calloc((size_t)(given + 2 * count + 1), sizeof *args);
	pid_t pid;
	int i, input = open("input.txt", O_RDONLY), score = open("score.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (!args || input < 0 || score < 0) _exit(1);
	for (i = 0; i < given; i++) args[i] = argv[4 + i];
	for (i = 0; i < count; i++) {
		args[given + 2 * i] = numbered(argv[2], i);
		args[given + 2 * i + 1] = numbered(argv[3], i);
	}
	pid = fork();
	if (pid == 0) {
		dup2(input, 0);
		dup2(score, 1);
		close(input);
		close(score);
		close(over);
		execvp(args[0], args);
		_exit(127);
	}
	close(input);
	close(score);
	return pid;
}

// A pipe can be opened for writing only once the manager has opened it, which a process of its own waits for.
static void copy(int from, const char *name) {
	static char buffer[1 << 16];
	ssize_t n, done, written;
	int to;
	close(0);
	close(1);
	to = open(name, O_WRONLY);
	while (to >= 0 && (n = read(from, buffer, sizeof buffer)) > 0)
		for (done = 0; done < n; done += written)
			if ((written = write(to, buffer + done, (size_t)(n - done))) < 0) _exit(1);
	_exit(0);
}

int main(int argc, char **argv) {
	int count = argc > 4 ? atoi(argv[1]) : 0, i, j, over[2], pipes[2], status, code;
	struct cms_end *ends = (struct cms_end *)calloc((size_t)count + 1, sizeof *ends);
	pid_t *copies = (pid_t *)calloc((size_t)count + 1, sizeof *copies), manager;
	if (count < 1 || !ends || !copies || pipe(over) != 0) return 1;
	for (i = 0; i < count; i++)
		if (mkfifo(numbered("from", i), 0600) != 0 || mkfifo(numbered("to", i), 0600) != 0) return 1;
	manager = start(argv, argc - 4, count, over[0]);
	close(over[1]);
	for (i = 0; i < count; i++) {
		ends[i].from = open(numbered("to", i), O_RDONLY | O_NONBLOCK);
		if (ends[i].from < 0 || pipe(pipes) != 0) return 1;
		ends[i].to = pipes[1];
		copies[i] = fork();
		if (copies[i] == 0) {
			for (j = 0; j <= i; j++) close(ends[j].to);
			copy(pipes[0], numbered("from", i));
		}
		close(pipes[0]);
	}
	cms_relay(0, 1, over[0], ends, count);
	code = waitpid(manager, &status, 0) == manager && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	for (i = 0; i < count; i++) kill(copies[i], SIGKILL); // which may wait for a manager that never opened its pipe
	return code;
}
