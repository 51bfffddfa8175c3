// Programs that the sandbox's suite runs, all in one executable: behaviours NAME [ARG...].

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void say(const char *text) {
	if (write(1, text, strlen(text)) < 0) _exit(99);
}

static int number(char **arg, int otherwise) { return *arg ? atoi(*arg) : otherwise; }

static void nap(int milliseconds) {
	struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
	while (nanosleep(&t, &t) && errno == EINTR) {}
}

static void forever(void) {
	for (;;) pause();
}

// burn uses CPU time of the calling thread.
static void burn(int milliseconds) {
	struct timespec t;
	do {
		for (volatile int i = 0; i < 20000; i++) {}
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	} while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < milliseconds);
}

// touch makes memory resident. It is volatile, or the compiler would leave it out.
static volatile char *touch(size_t bytes) {
	volatile char *p = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) return 0;
	for (size_t i = 0; i < bytes; i += 4096) p[i] = 1;
	return p;
}

// only_in_a_box keeps this program from harming a machine on which it is run by mistake: the first process of a box has
// the box's init for a parent, or cannot gain privileges.
static void only_in_a_box(void) {
#ifdef __linux__
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) return;
#endif
	if (getppid() != 1) {
		say("not in a box\n");
		_exit(96);
	}
}

// ---- the basics

static int do_exit(char **a) { return number(a, 0); }

static int do_raise(char **a) {
	raise(number(a, SIGKILL));
	return 98;
}

static int do_kill0(char **a) {
	(void)a;
	kill(0, SIGKILL);
	return 98;
}

static int do_args(char **a) {
	for (; *a; a++) printf("%s\n", *a);
	return 0;
}

static int do_env(char **a) {
	(void)a;
	for (char **e = environ; *e; e++) printf("%s\n", *e);
	return 0;
}

static int do_cat(char **a) {
	int from = *a ? open(*a, O_RDONLY) : 0;
	if (from < 0) {
		printf("%s\n", strerror(errno));
		return 1;
	}
	char buffer[65536];
	ssize_t n;
	while ((n = read(from, buffer, sizeof buffer)) > 0)
		if (write(1, buffer, n) != n) return 2;
	return n < 0 ? 3 : 0;
}

// digest: the length of the input and a sum of it
static int do_digest(char **a) {
	(void)a;
	static unsigned char buffer[65536];
	unsigned sum = 0, length = 0;
	ssize_t n;
	while ((n = read(0, buffer, sizeof buffer)) > 0) {
		length += n;
		for (ssize_t i = 0; i < n; i++) sum = sum * 31 + buffer[i];
	}
	printf("%u %u\n", length, sum);
	return n < 0;
}

// name: prints the name of the input
static int do_name(char **a) {
	(void)a;
	char name[PATH_MAX];
	ssize_t n = readlink("/proc/self/fd/0", name, sizeof name);
	return n < 0 || write(1, name, n) != n;
}

static int do_streams(char **a) {
	(void)a;
	say("out");
	return write(2, "err", 3) != 3;
}

static int do_pwd(char **a) {
	(void)a;
	char path[PATH_MAX];
	if (!getcwd(path, sizeof path)) return 1;
	puts(path);
	return 0;
}

// modified FILE: when, in seconds
static int do_modified(char **a) {
	struct stat about;
	if (stat(a[0], &about)) return 1;
	printf("%lld\n", (long long)about.st_mtime);
	return 0;
}

// write FILE TEXT
static int do_write(char **a) {
	int fd = open(a[0], O_CREAT | O_WRONLY | O_TRUNC, 0644);
	if (fd < 0) {
		printf("%s\n", strerror(errno));
		return 1;
	}
	return write(fd, a[1], strlen(a[1])) < 0;
}

// spoil HOW FILE: changes the file and its directory in ways that the next program must not see
static int do_spoil(char **a) {
	const char *how = a[0], *file = a[1];
	const struct timespec times[2] = {{1000, 0}, {2000, 0}};
	if (strcmp(how, "map") == 0) {
		int fd = open(file, O_RDWR);
		char *text = mmap(0, 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (fd < 0 || text == MAP_FAILED) return 1;
		*text = 'x';
		return 0;
	}
	if (strcmp(how, "append") == 0) return truncate(file, 1 << 20);
	if (strcmp(how, "lengthen") == 0) return ftruncate(open(file, O_WRONLY), 1 << 20);
	if (strcmp(how, "mode") == 0) return chmod(file, 0);
	if (strcmp(how, "times") == 0) return utimensat(AT_FDCWD, file, times, 0);
	if (strcmp(how, "remove") == 0) return unlink(file);
	if (strcmp(how, "rename") == 0) return rename(file, "other");
	if (strcmp(how, "move") == 0) return rename(file, "../tmp/other") && errno != ENOENT; // it does not exist without a box
	if (strcmp(how, "replace") == 0) return unlink(file) || mkdir(file, 0755);
	if (strcmp(how, "link") == 0) return link(file, "other");
	if (strcmp(how, "add") == 0) return mkdir("other", 0755);
	if (strcmp(how, "come and go") == 0) return mkdir("other", 0755) || rmdir("other");
	return 2;
}

// exists FILE...: prints the files that exist
static int do_exists(char **a) {
	struct stat s;
	for (; *a; a++)
		if (lstat(*a, &s) == 0) printf("%s\n", *a);
	return 0;
}

static int do_descriptors(char **a) {
	(void)a;
	for (int fd = 0; fd < 1024; fd++)
		if (fcntl(fd, F_GETFD) >= 0) printf("%d\n", fd);
	return 0;
}

static int do_signals(char **a) {
	(void)a;
	sigset_t blocked;
	sigprocmask(SIG_BLOCK, 0, &blocked);
	for (int i = 1; i < 32; i++) {
		struct sigaction action;
		if (sigismember(&blocked, i) == 1) printf("%d blocked\n", i);
		if (sigaction(i, 0, &action) == 0 && action.sa_handler != SIG_DFL) printf("%d not default\n", i);
	}
	return 0;
}

// produce fills the working directory with everything that can be exported or must be left behind.
static int do_produce(char **a) {
	(void)a;
	if (mkdir("folder", 0755) || mkdir("folder/empty", 0755)) return 1;
	int fd = open("folder/file", O_CREAT | O_WRONLY, 0600);
	if (fd < 0 || write(fd, "text", 4) != 4 || close(fd)) return 2;
	fd = open("program", O_CREAT | O_WRONLY, 0700);
	if (fd < 0 || write(fd, "#!", 2) != 2 || close(fd)) return 3;
	if (symlink("/etc/passwd", "link") || symlink("/", "root") || mkfifo("fifo", 0644)) return 4;
	struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	if (s < 0 || (bind(s, (struct sockaddr *)&name, sizeof name) && errno != EPERM)) return 5;
	return 0;
}

// sized MIB FILE
static int do_sized(char **a) {
	int fd = open(a[1], O_CREAT | O_WRONLY, 0644);
	return fd < 0 || ftruncate(fd, (off_t)atoi(a[0]) << 20) || close(fd);
}

// ---- time

static int do_sleep(char **a) {
	nap(number(a, 3600 * 1000));
	say("woke");
	return 0;
}

static int do_spin(char **a) {
	burn(number(a, INT_MAX));
	return 0;
}

static int do_stop(char **a) {
	(void)a;
	for (;;) raise(SIGSTOP);
}

static int do_pause(char **a) {
	(void)a;
	for (;;) pause();
}

static int do_deaf(char **a) {
	(void)a;
	for (int i = 1; i < 64; i++) signal(i, SIG_IGN);
	forever();
	return 0;
}

static int do_close_all(char **a) {
	(void)a;
	for (int fd = 0; fd < 1024; fd++) close(fd);
	forever();
	return 0;
}

static void *burner(void *milliseconds) {
	burn((int)(intptr_t)milliseconds);
	return 0;
}

// threads N MS
static int do_threads(char **a) {
	pthread_t t[64];
	int n = number(a, 4);
	for (int i = 0; i < n; i++)
		if (pthread_create(&t[i], 0, burner, (void *)(intptr_t)atoi(a[1]))) return 1;
	for (int i = 0; i < n; i++) pthread_join(t[i], 0);
	return 0;
}

// unwaited MS: a child burns and is never waited for
static int do_unwaited(char **a) {
	int ms = atoi(a[0]);
	if (fork() == 0) {
		burn(ms);
		_exit(0);
	}
	siginfo_t info;
	waitid(P_ALL, 0, &info, WEXITED | WNOWAIT);
	return 0;
}

// ignored N: children one after the other that end within 2.5 ms and cannot be waited for
static int do_ignored(char **a) {
	signal(SIGCHLD, SIG_IGN);
	for (int i = 0; i < atoi(a[0]); i++) {
		if (fork() == 0) {
			while (clock() < CLOCKS_PER_SEC / 400) {}
			_exit(0);
		}
		while (wait(0) > 0) {}
	}
	return 0;
}

// orphan_burns MS: a grandchild whose parent is gone burns
static int do_orphan_burns(char **a) {
	int ends[2], ms = atoi(a[0]);
	if (pipe(ends)) return 1;
	if (fork() == 0) {
		if (fork() == 0) {
			burn(ms);
			_exit(0);
		}
		_exit(0);
	}
	close(ends[1]);
	char c;
	return read(ends[0], &c, 1) != 0;  // the end of file is the end of the grandchild
}

// ---- memory

static int do_hog(char **a) {
	(void)a;
	for (;;)
		if (!touch(1 << 20)) return 1;
}

static int do_touch(char **a) {
	if (!touch((size_t)number(a, 1) << 20)) return 1;
	say("ok");
	return 0;
}

// children N MIB: each holds its memory until all do
static int do_children(char **a) {
	int n = atoi(a[0]), ready[2];
	size_t bytes = (size_t)atoi(a[1]) << 20;
	if (pipe(ready)) return 1;
	for (int i = 0; i < n; i++)
		if (fork() == 0) {
			if (!touch(bytes) || write(ready[1], "x", 1) != 1) _exit(1);
			forever();
		}
	char c;
	for (int i = 0; i < n; i++)
		if (read(ready[0], &c, 1) != 1) return 2;
	say("ok");
	return 0;
}

// shared: a child writes memory that its parent reads
static int do_shared(char **a) {
	size_t bytes = (size_t)atol(a[0]) << 20;
	volatile char *p = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) return 1;
	if (fork() == 0) {
		for (size_t i = 0; i < bytes; i += 4096) p[i] = 1;
		_exit(0);
	}
	wait(0);
	for (size_t i = 0; i < bytes; i += 4096)
		if (p[i] != 1) return 2;
	say("ok");
	return 0;
}

// oom_child: a child runs out of memory, the parent lives on
static int do_oom_child(char **a) {
	(void)a;
	if (fork() == 0) {
		for (;;)
			if (!touch(1 << 20)) _exit(1);
	}
	wait(0);
	nap(300);
	say("ok");
	return 0;
}

static char untouched[1 << 30];

static int do_untouched(char **a) {
	(void)a;
	*(volatile char *)&untouched[12345] = 1;
	say("ok");
	return 0;
}

static __attribute__((noinline)) int dive(volatile char *above, long bytes) {
	volatile char frame[1024];
	frame[0] = above[0] + 1;
	if (bytes <= 0) return frame[0];
	return dive(frame, bytes - 1024) + frame[0];
}

// recurse MIB
static int do_recurse(char **a) {
	volatile char seed = (char)getpid();
	volatile int depth = dive(&seed, (long)atoi(a[0]) << 20);
	(void)depth;
	say("ok");
	return 0;
}

// fill FOLDER: fills a directory with files until there is no room
static int do_fill(char **a) {
	only_in_a_box();
	static char block[1 << 20];
	memset(block, 'x', sizeof block);
	for (int i = 0;; i++) {
		char name[PATH_MAX];
		snprintf(name, sizeof name, "%s/%d", a[0], i);
		int fd = open(name, O_CREAT | O_WRONLY, 0644);
		if (fd < 0 || write(fd, block, sizeof block) != sizeof block) return 7;
		close(fd);
	}
}

static int do_memfd(char **a) {
	(void)a;
	only_in_a_box();
	static char block[1 << 20];
	int fd = memfd_create("hog", 0);
	while (write(fd, block, sizeof block) > 0) {}
	return 7;
}

// ---- processes

static int do_fork_bomb(char **a) {
	(void)a;
	only_in_a_box();
	for (;;) fork();
}

static int do_fork_spin(char **a) {
	(void)a;
	only_in_a_box();
	for (int i = 0; i < 1000; i++) fork();
	for (;;) {}
}

static void *sleeper(void *unused) {
	(void)unused;
	forever();
	return 0;
}

static int do_thread_bomb(char **a) {
	(void)a;
	only_in_a_box();
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 16);
	for (int i = 0; i < 100000; i++) {
		pthread_t t;
		int error = pthread_create(&t, &small, sleeper, 0);
		if (error == EAGAIN) {
			say("ok");
			_exit(0);
		}
		if (error) return 1;
	}
	return 2;
}

static int do_daemon(char **a) {
	(void)a;
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			setsid();
			signal(SIGTERM, SIG_IGN);
			forever();
		}
		_exit(0);
	}
	wait(0);
	say("ok");
	return 0;
}

// orphan: holds standard output after its parent is gone
static int do_orphan(char **a) {
	(void)a;
	if (fork() == 0) forever();
	say("ok");
	return 0;
}

static int do_zombies(char **a) {
	(void)a;
	for (int i = 0; i < 20; i++)
		if (fork() == 0) _exit(0);
	nap(50);
	say("ok");
	return 0;
}

static int do_kill_all(char **a) {
	(void)a;
	only_in_a_box();
	kill(-1, SIGKILL);
	say("ok");
	return 0;
}

static int do_kill_others(char **a) {
	(void)a;
	only_in_a_box();
	for (int s = 1; s <= 64; s++) {
		kill(getppid(), s);
		kill(1, s);
	}
	nap(20);
	say("ok");
	return 0;
}

// processes counts all others except the init and its threads, which are a session of their own.
static int do_processes(char **a) {
	(void)a;
	int others = 0;
	for (int pid = 2; pid < 40000; pid++) {
		pid_t session = getsid(pid);
		if (session >= 0 && pid != getpid() && session != getsid(1)) others++;
	}
	printf("%d\n", others);
	return 0;
}

// ---- output

// flood FD
static int do_flood(char **a) {
	static char block[65536];
	memset(block, 'x', sizeof block);
	for (;;)
		if (write(number(a, 1), block, sizeof block) < 0) return 5;
}

static int do_flood_on(char **a) {
	static char block[65536];
	signal(SIGXFSZ, SIG_IGN);
	for (;;)
		if (write(number(a, 1), block, sizeof block) < 0) nap(1);
}

static int do_sparse(char **a) {
	(void)a;
	signal(SIGXFSZ, SIG_IGN);
	int fd = open("sparse", O_CREAT | O_RDWR, 0644);
	if (fd < 0) return 1;
	if (ftruncate(fd, 1L << 40) == 0 && pwrite(fd, "x", 1, (1L << 40) - 1) == 1) say("made ");
	say("ok");
	return 0;
}

// reopen FILE: tries to write to the file behind standard input
static int do_reopen(char **a) {
	(void)a;
	int fd = open("/proc/self/fd/0", O_WRONLY | O_TRUNC);
	if (fd >= 0) say("truncated ");
	fd = open("/proc/self/fd/0", O_RDWR);
	if (fd >= 0 && write(fd, "spoilt", 6) > 0) say("written ");
	if (write(0, "spoilt", 6) > 0) say("direct ");
	if (ftruncate(0, 0) == 0) say("ftruncate ");
	if (fchmod(0, 0777) == 0) say("fchmod ");
	if (futimens(0, 0) == 0) say("futimens ");
	say("ok");
	return 0;
}

// ---- files

static int do_deep(char **a) {
	if (*a && chdir(*a)) return 1;
	for (int i = 0; i < 4000; i++)
		if (mkdir("d", 0755) || chdir("d")) return 2;
	say("ok");
	return 0;
}

// files N FOLDER: creates N empty files, or as many as there is room for
static int do_files(char **a) {
	int i, n = atoi(a[0]);
	if (chdir(a[1])) return 1;
	for (i = 0; i < n; i++) {
		char name[32];
		snprintf(name, sizeof name, "%d", i);
		int fd = open(name, O_CREAT | O_WRONLY, 0644);
		if (fd < 0) break;
		close(fd);
	}
	printf("%d\n", i);
	return 0;
}

static int do_open_all(char **a) {
	(void)a;
	int n = 0;
	while (open("/dev/null", O_RDONLY) >= 0) n++;
	if (errno != EMFILE) return 1;
	printf("%d\n", n);
	return 0;
}

// lock [FOLDER]
static int do_lock(char **a) {
	if (a[0] && chdir(a[0])) return 1;
	// A directory without permissions, with something in it.
	if (mkdir("locked", 0700) || mkdir("locked/in", 0700) || chmod("locked", 0)) return 1;
	return chmod(".", 0) && errno != EPERM;
}

static int do_nothing(char **a) {
	(void)a;
	return 0;
}

#ifdef __linux__
#include "linux.h"
#endif

static const struct {
	const char *name;
	int (*run)(char **);
} behaviours[] = {
#define B(name) {#name, do_##name}
	B(exit), B(raise), B(kill0), B(args), B(env), B(cat), B(digest), B(name), B(streams), B(pwd), B(write), B(spoil), B(modified), B(exists), B(descriptors),
	B(signals), B(produce), B(sized), B(sleep), B(spin), B(stop), B(pause), B(deaf), B(close_all), B(threads), B(unwaited),
	B(ignored), B(orphan_burns), B(hog), B(touch), B(children), B(shared), B(oom_child), B(untouched), B(recurse), B(fill), B(memfd),
	B(fork_bomb), B(fork_spin), B(thread_bomb), B(daemon), B(orphan), B(zombies), B(kill_all), B(kill_others),
	B(processes), B(flood), B(flood_on), B(sparse), B(reopen), B(deep), B(files), B(open_all), B(lock), B(nothing),
#ifdef __linux__
	B(escape), B(sights), B(leave), B(find), B(call), B(locked), B(numbers), B(count), B(vforks), B(together), B(stack),
#endif
};

int main(int argc, char **argv) {
	setvbuf(stdout, 0, _IONBF, 0);
	for (size_t i = 0; argc > 1 && i < sizeof behaviours / sizeof *behaviours; i++)
		if (strcmp(argv[1], behaviours[i].name) == 0) return behaviours[i].run(argv + 2);
	say("no such behaviour\n");
	return 97;
}
