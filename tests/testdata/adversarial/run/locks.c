// expect: AC quick; landlock: WA
// Locks of whole files in a folder of one's own are to be had; locks of ranges, news and leases of files that others use, too, are not.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

// excludes tells whether a lock keeps somebody else out.
static int excludes(const char *name, int (*lock)(int)) {
	int fd = open(name, O_CREAT | O_RDWR, 0644);
	if (fd < 0 || lock(fd)) return 0;
	int status;
	if (fork() == 0) {
		int other = open(name, O_RDWR);
		_exit(other < 0 || lock(other) == 0);
	}
	wait(&status);
	close(fd);
	return status == 0;
}

static int whole(int fd) { return flock(fd, LOCK_EX | LOCK_NB); }

static int range(int fd) {
	struct flock lock = {.l_type = F_WRLCK};
	return fcntl(fd, F_SETLK, &lock);
}

static int descriptor(int fd) {
	struct flock lock = {.l_type = F_WRLCK};
	return fcntl(fd, F_OFD_SETLK, &lock);
}

int main(void) {
	if (!excludes("a", whole) || !excludes("/tmp/c", whole) || !excludes("/dev/shm/d", whole)) return puts("no lock in its own folder") < 0;
	int own = open("b", O_CREAT | O_RDWR, 0644);
	if (range(own) == 0 || errno != ENOLCK || descriptor(own) == 0 || errno != ENOLCK) return puts("a lock of a range") < 0;
	static const char *const shared[] = {"/usr", "/usr/bin", "/bin/sh", "/dev/null", "/proc/self/exe", "/dev/stdin"};
	int news = inotify_init();
	for (int i = 0; i < 6; i++) {
		if (news >= 0 && inotify_add_watch(news, shared[i], IN_ALL_EVENTS) >= 0) return printf("news of %s\n", shared[i]) < 0;
		int fd = open(shared[i], O_RDONLY);
		if (fd < 0) continue;
		if (fcntl(fd, F_SETLEASE, F_RDLCK) == 0) return printf("a lease of %s\n", shared[i]) < 0;
		if (fcntl(fd, F_NOTIFY, DN_ACCESS) == 0) return printf("news of the folder %s\n", shared[i]) < 0;
		close(fd);
	}
	puts("585987");
}
