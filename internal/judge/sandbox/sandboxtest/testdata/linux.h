// Behaviours that need Linux: attempts to get out, and objects that could outlive a run.

#include <grp.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <linux/vm_sockets.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#endif

static int opens(const char *path, int flags) {
	int fd = open(path, flags, 0644);
	if (fd < 0) return 0;
	char c;
	// Some files open and then refuse; some are empty.
	int got = flags == O_RDONLY ? read(fd, &c, 1) > 0 : 1;
	close(fd);
	return got;
}

static int has_socket(int domain, int type) {
	int fd = socket(domain, type, 0);
	if (fd >= 0) close(fd);
	return fd >= 0;
}

static int traces_child(void) {
	pid_t pid = fork();
	if (pid == 0) forever();
	int got = ptrace(PTRACE_ATTACH, pid, 0, 0) == 0;
	kill(pid, SIGKILL);
	waitpid(pid, 0, 0);
	return got;
}

static int reads_child(void) {
	pid_t pid = fork();
	if (pid == 0) forever();
	char secret = 1, copy = 0;
	struct iovec to = {&copy, 1}, from = {&secret, 1};
	int got = process_vm_readv(pid, &to, 1, &from, 1, 0) == 1;
	kill(pid, SIGKILL);
	waitpid(pid, 0, 0);
	return got;
}

static int does_bpf(void) {
	union bpf_attr attr;
	memset(&attr, 0, sizeof attr);
	attr.map_type = BPF_MAP_TYPE_ARRAY;
	attr.key_size = attr.value_size = 4;
	attr.max_entries = 1;
	return syscall(SYS_bpf, BPF_MAP_CREATE, &attr, sizeof attr) >= 0;
}

static int does_perf(void) {
	struct perf_event_attr attr;
	memset(&attr, 0, sizeof attr);
	attr.size = sizeof attr;
	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_CPU_CLOCK;
	attr.exclude_kernel = 1;
	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) >= 0;
}

static int does_io_uring(void) {
	char params[256];
	memset(params, 0, sizeof params);
	return syscall(SYS_io_uring_setup, 1, params) >= 0;
}

static int does_affinity(void) {
	cpu_set_t set;
	CPU_ZERO(&set);
	for (int i = 0; i < 64; i++) CPU_SET(i, &set);
	return sched_setaffinity(0, sizeof set, &set) == 0;
}

static int clones_user(void) {
	long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
	if (pid == 0) _exit(0);
	return pid > 0;
}

static int clones3_user(void) {
	struct { uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, rest[6]; } args;
	memset(&args, 0, sizeof args);
	args.flags = CLONE_NEWUSER;
	args.exit_signal = SIGCHLD;
	long pid = syscall(435, &args, sizeof args);
	if (pid == 0) _exit(0);
	return pid > 0;
}

static int sees_init(void) {
	struct stat s;
	return stat("/proc/1", &s) == 0;
}

static int links_secret(void) {
	return link("/etc/passwd", "stolen") == 0 || link("/proc/self/fd/0", "stolen") == 0;
}

static int makes_device(void) { return mknod("device", S_IFBLK | 0600, 1 << 8) == 0; }

static int makes_setuid_root(void) {
	return setuid(0) == 0 || setgid(0) == 0 || setgroups(0, 0) == 0;
}

static int lowers_oom(void) {
	int fd = open("/proc/self/oom_score_adj", O_WRONLY);
	return fd >= 0 && write(fd, "-1000", 5) == 5;
}

static int raises_limit(void) {
	struct rlimit r = {RLIM_INFINITY, RLIM_INFINITY}, cores;
	setrlimit(RLIMIT_CORE, &r); // succeeds without effect
	getrlimit(RLIMIT_CORE, &cores);
	return cores.rlim_max > 1 || setrlimit(RLIMIT_NOFILE, &r) == 0;
}

static int limits_init(void) {
	struct rlimit r = {1, 1};
	return prlimit(1, RLIMIT_NOFILE, &r, 0) == 0;
}

static int x32(void) {
#ifdef __x86_64__
	return syscall(0x40000000 | SYS_getpid) > 0;
#else
	return 0;
#endif
}

// escape: prints what succeeded of what should not
static int do_escape(char **a) {
	(void)a;
	only_in_a_box();
#define TRY(attempt) \
	if (attempt) puts(#attempt)
	TRY(opens("/etc/shadow", O_RDONLY));
	TRY(opens("/proc/1/environ", O_RDONLY));
	TRY(opens("/proc/1/cmdline", O_RDONLY));
	TRY(opens("/proc/kallsyms", O_RDONLY));
	TRY(opens("/proc/kcore", O_RDONLY));
	TRY(opens("/proc/sys/kernel/hostname", O_RDONLY));
	TRY(opens("/sys/kernel/notes", O_RDONLY));
	TRY(opens("/sys/fs/cgroup/memory/tasks", O_WRONLY));
	TRY(opens("/new", O_WRONLY | O_CREAT));
	TRY(opens("/usr/new", O_WRONLY | O_CREAT));
	TRY(opens("/etc/new", O_WRONLY | O_CREAT));
	TRY(opens("/etc/passwd", O_WRONLY));
	TRY(opens("/dev/new", O_WRONLY | O_CREAT));
	TRY(opens("/box/new", O_WRONLY | O_CREAT));
	TRY(opens("/mnt/new", O_WRONLY | O_CREAT));
	TRY(opens("/dev/mem", O_RDONLY));
	TRY(opens("/dev/kmsg", O_RDONLY));
	TRY(opens("/dev/tty", O_RDWR));
	TRY(opens("/proc/self/exe", O_WRONLY));
	TRY(has_socket(AF_INET, SOCK_STREAM));
	TRY(has_socket(AF_INET, SOCK_DGRAM));
	TRY(has_socket(AF_INET6, SOCK_STREAM));
	TRY(has_socket(AF_NETLINK, SOCK_RAW));
	TRY(has_socket(AF_PACKET, SOCK_RAW));
	TRY(has_socket(AF_VSOCK, SOCK_STREAM));
	TRY(has_socket(AF_ALG, SOCK_SEQPACKET));
	TRY(unshare(CLONE_NEWUSER) == 0);
	TRY(unshare(CLONE_NEWNS) == 0);
	TRY(clones_user());
	TRY(clones3_user());
	TRY(does_io_uring());
	TRY(syscall(SYS_add_key, "user", "k", "v", 1, -3) >= 0);
	TRY(syscall(SYS_keyctl, 0, -3, 1) >= 0);
	TRY(does_bpf());
	TRY(does_perf());
	TRY(traces_child());
	TRY(ptrace(PTRACE_TRACEME, 0, 0, 0) == 0);
	TRY(reads_child());
	TRY(mount("none", "/tmp", "tmpfs", 0, 0) == 0);
	TRY(umount2("/proc", MNT_DETACH) == 0);
	TRY(chroot("/tmp") == 0);
	TRY(nice(-5) == -5);
	TRY(setpriority(PRIO_PROCESS, 0, 5) == 0);
	TRY(does_affinity());
	TRY(sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0}) == 0);
	TRY(reboot(RB_DISABLE_CAD) == 0);
	TRY(sethostname("x", 1) == 0);
	TRY(syscall(SYS_userfaultfd, 0) >= 0);
	TRY(syscall(SYS_kexec_load, 0, 0, 0, 0) == 0);
	TRY(syscall(SYS_syslog, 10, 0, 0) >= 0);
	TRY(makes_device());
	TRY(makes_setuid_root());
	TRY(links_secret());
	TRY(lowers_oom());
	TRY(raises_limit());
	TRY(limits_init());
	TRY(x32());
	return 0;
}

// sights: prints what shows that it exists outside of the box
static int do_sights(char **a) {
	(void)a;
	TRY(sees_init());
	return 0;
}

static int abstract(int (*use)(int, const struct sockaddr *, socklen_t)) {
	struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0grundy-left"};
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	return fd >= 0 && use(fd, (struct sockaddr *)&name, sizeof(sa_family_t) + 12) == 0;
}

// The folders into which leave puts something and in which find looks for it.
static const char *const folders[] = {".", "/tmp", "/dev/shm", "/var/tmp", "/box/work"};
enum { FOLDERS = sizeof folders / sizeof *folders };

// leftover is the file in a folder, until the next call.
static char *leftover(size_t folder) {
	static char path[32];
	snprintf(path, sizeof path, "%s/left", folders[folder]);
	return path;
}

// leave tries to hand something on to the next run.
static int do_leave(char **a) {
	(void)a;
	for (size_t i = 0; i < FOLDERS; i++) {
		int fd = open(leftover(i), O_CREAT | O_WRONLY, 0666);
		if (fd >= 0) close(fd);
	}
	int id = shmget(0x67726e64, 4096, IPC_CREAT | 0666);
	if (id >= 0) shmat(id, 0, 0);
	semget(0x67726e64, 1, IPC_CREAT | 0666);
	msgget(0x67726e64, IPC_CREAT | 0666);
	shm_open("/grundy-left", O_CREAT | O_RDWR, 0666);
	mq_open("/grundy-left", O_CREAT | O_RDWR, 0666, 0);
	syscall(SYS_add_key, "user", "grundy-left", "v", 1, -4);
	if (fork() == 0) {
		setsid();
		abstract(bind);
		forever();
	}
	nap(20);
	return 0;
}

// find prints what an earlier run left.
static int do_find(char **a) {
	for (size_t i = 0; i < FOLDERS; i++) do_exists((char *[]){leftover(i), 0});
	TRY(shmget(0x67726e64, 4096, 0) >= 0);
	TRY(semget(0x67726e64, 1, 0) >= 0);
	TRY(msgget(0x67726e64, 0) >= 0);
	TRY(shm_open("/grundy-left", O_RDWR, 0) >= 0);
	TRY(mq_open("/grundy-left", O_RDWR) != (mqd_t)-1);
	TRY(syscall(SYS_request_key, "user", "grundy-left", 0, 0) >= 0);
	TRY(abstract(connect));
	return do_nothing(a);
}

// call FOLDER: tries to reach who listens at its sockets "stream" and "datagram"
static int do_call(char **a) {
	struct sockaddr_un stream = {.sun_family = AF_UNIX}, datagram = {.sun_family = AF_UNIX};
	snprintf(stream.sun_path, sizeof stream.sun_path, "%s/stream", a[0]);
	snprintf(datagram.sun_path, sizeof datagram.sun_path, "%s/datagram", a[0]);
	struct stat file;
	if (stat(stream.sun_path, &file) || stat(datagram.sun_path, &file)) return 1;
	char byte = 'x';
	struct iovec part = {&byte, 1};
	struct msghdr message = {.msg_name = &datagram, .msg_namelen = sizeof datagram, .msg_iov = &part, .msg_iovlen = 1};
	if (connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&stream, sizeof stream) == 0) say("connected ");
	if (connect(socket(AF_UNIX, SOCK_DGRAM, 0), (struct sockaddr *)&datagram, sizeof datagram) == 0) say("connected ");
	if (sendto(socket(AF_UNIX, SOCK_DGRAM, 0), &byte, 1, 0, (struct sockaddr *)&datagram, sizeof datagram) > 0) say("sent ");
	if (sendmsg(socket(AF_UNIX, SOCK_DGRAM, 0), &message, 0) > 0) say("sent ");
	say("ok");
	return 0;
}

// locked FILE...: tells which files somebody else has locked.
static int do_locked(char **a) {
	for (; *a; a++) {
		int fd = open(*a, O_RDONLY);
		struct flock range = {.l_type = F_WRLCK};
		if (fd < 0 || fcntl(fd, F_OFD_GETLK, &range)) return 1;
		if (range.l_type != F_UNLCK) printf("a range of %s\n", *a);
		if (flock(fd, LOCK_EX | LOCK_NB)) printf("%s\n", *a);
		close(fd);
	}
	return 0;
}

// ---- numbers that the kernel goes on counting from run to run

static clockid_t clock_of_init(void) { return (clockid_t)(~1u << 3 | 2); }

static void print_inode(const char *of, int fd) {
	struct stat file = {0};
	if (fd < 0 || fstat(fd, &file)) printf("%s: none\n", of);
	else printf("%s: %lu\n", of, (unsigned long)file.st_ino);
	if (fd >= 0) close(fd);
}

// bind_anywhere has the kernel choose a name for a socket.
static void bind_anywhere(char *name) {
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	socklen_t size = sizeof(sa_family_t);
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	bind(fd, (struct sockaddr *)&address, size);
	size = sizeof address;
	if (getsockname(fd, (struct sockaddr *)&address, &size) == 0) memcpy(name, address.sun_path + 1, 5);
	close(fd);
}

static long long cookie(void) {
	long long value = -1;
	socklen_t size = sizeof value;
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (getsockopt(fd, SOL_SOCKET, SO_COOKIE, &value, &size)) value = -1;
	close(fd);
	return value;
}

// numbers: what programs can read of such counts
static int do_numbers(char **a) {
	(void)a;
	pid_t child = fork();
	if (child == 0) _exit(0);
	waitpid(child, 0, 0);
	printf("process %d, child %d, session %d\n", getpid(), child, getsid(0));
	char group[100] = "none";
	int fd = open("/proc/self/autogroup", O_RDONLY);
	if (fd >= 0) group[read(fd, group, sizeof group - 1)] = 0;
	printf("scheduled in %s\n", group);
	char name[6] = "none";
	bind_anywhere(name);
	printf("socket %lld, bound to %s\n", cookie(), name);
	struct timespec used = {-1, 0};
	clock_gettime(clock_of_init(), &used);
	printf("time of the init: %ld.%09ld\n", (long)used.tv_sec, used.tv_nsec);
	print_inode("a file without a name", open("/tmp", O_TMPFILE | O_RDWR, 0600));
	for (char **folder = (char *[]){"/usr/share", "/usr/lib", "/usr/bin", 0}; *folder; folder++)
		print_inode(*folder, open(*folder, O_RDONLY | O_DIRECTORY));
	return 0;
}

// count N: as many processes, sessions, files without a name and sockets, and folders in another order for an odd number
static int do_count(char **a) {
	for (int i = number(a, 0); i > 0; i--) {
		char name[6];
		bind_anywhere(name);
		cookie();
		int fd = open("/tmp", O_TMPFILE | O_RDWR, 0600);
		if (fd >= 0) close(fd);
		pid_t child = fork();
		if (child == 0) {
			setsid();
			_exit(0);
		}
		waitpid(child, 0, 0);
	}
	int odd = number(a, 0) % 2;
	close(open(odd ? "/usr/bin" : "/usr/share", O_RDONLY | O_DIRECTORY));
	close(open("/usr/lib", O_RDONLY | O_DIRECTORY));
	return 0;
}

// ---- memory and threads

// vforks MIB TIMES: have so much memory, and start children that borrow it for a while
static int do_vforks(char **a) {
	if (!touch((size_t)atoi(a[0]) << 20)) return 1;
	for (int i = atoi(a[1]); i > 0; i--) {
		pid_t child = vfork();
		if (child == 0) {
			nap(20);
			_exit(0);
		}
		waitpid(child, 0, 0);
	}
	say("ok");
	return 0;
}

static void *waiter(void *barrier) {
	pthread_barrier_wait(barrier);
	return 0;
}

// together N: threads of the usual size that all live at once
static int do_together(char **a) {
	int n = atoi(a[0]);
	pthread_t threads[n];
	pthread_barrier_t all;
	pthread_barrier_init(&all, 0, (unsigned)n + 1);
	for (int i = 0; i < n; i++)
		if (pthread_create(&threads[i], 0, waiter, &all)) return 1;
	pthread_barrier_wait(&all);
	for (int i = 0; i < n; i++) pthread_join(threads[i], 0);
	say("ok");
	return 0;
}

// stack MIB: recurse so deeply after lifting the limit of the stack
static int do_stack(char **a) {
	struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
	if (setrlimit(RLIMIT_STACK, &most)) return 1;
	return do_recurse(a);
}
