// Several conversations over one pair of streams. A frame is the number of a conversation, a length, and so many bytes; one of
// length 0 tells that nothing more will come. Both numbers have four bytes. Whatever is no frame ends all conversations, since
// anything may write to the streams.
#ifndef CMS_RELAY_H
#define CMS_RELAY_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How long a frame may be.
enum { CMS_FRAME = 1 << 16 };

// What waits to be written. It grows, so that who does not read holds up nobody else.
struct cms_queue {
	char *data;
	size_t begin, end, room;
};

// One conversation: what is read and what is written, -1 once that is over, whether nothing more will come to write, and the process
// that holds the conversation, 0 for none and -1 once it has ended; a writing end of its output, which is not at its end before the
// process has opened it, 0 for none; since when its output has been at its end, 0 as long as it is not, and when it was last seen not
// to wait.
struct cms_end {
	int from, to, last;
	pid_t process;
	int writer;
	long silent, busy; // milliseconds
	struct cms_queue waiting;
};

static int cms_empty(const struct cms_queue *q) { return q->begin == q->end; }

static void cms_put(struct cms_queue *q, const void *data, size_t size) {
	if (size == 0) return;
	if (cms_empty(q)) q->begin = q->end = 0;
	if (q->end + size > q->room) {
		q->room = 2 * (q->end + size);
		q->data = (char *)realloc(q->data, q->room);
		if (!q->data) _exit(1);
	}
	memcpy(q->data + q->end, data, size);
	q->end += size;
}

// Writes what a pipe that is ready takes for certain. It returns 0 when nobody reads any more.
static int cms_flush(struct cms_queue *q, int fd) {
	size_t size = q->end - q->begin;
	ssize_t n = write(fd, q->data + q->begin, size < 4096 ? size : 4096);
	if (n < 0) return errno == EINTR || errno == EAGAIN;
	q->begin += (size_t)n;
	return 1;
}

static void cms_close(int *fd) {
	if (*fd >= 0) close(*fd);
	*fd = -1;
}

static void cms_frame(struct cms_queue *sent, uint32_t number, const char *data, uint32_t size) {
	uint32_t head[2];
	head[0] = number;
	head[1] = size;
	cms_put(sent, head, sizeof head);
	cms_put(sent, data, size);
}

// Hands out the frames that have come as a whole. It returns 0 when something else has come.
static int cms_deal(struct cms_queue *received, struct cms_end *ends, int count) {
	uint32_t head[2];
	while (received->end - received->begin >= sizeof head) {
		memcpy(head, received->data + received->begin, sizeof head);
		if (head[0] >= (uint32_t)count || head[1] > CMS_FRAME) return 0;
		if (received->end - received->begin - sizeof head < head[1]) return 1;
		received->begin += sizeof head;
		cms_put(&ends[head[0]].waiting, received->data + received->begin, head[1]);
		ends[head[0]].last |= head[1] == 0;
		received->begin += head[1];
	}
	return 1;
}

// Where the ends of processes are told, by a byte each; -1 where there are none.
static int cms_gone[2] = {-1, -1};

// Lets an output come to its end, now that its process has opened it or never will.
static void cms_begin(struct cms_end *e) {
	if (e->writer) close(e->writer);
	e->writer = 0;
}

// Finds out which processes have ended, and ends as one of them if that has failed. So nobody is told of its silence before it is
// known to be a failure.
static void cms_collect(struct cms_end *ends, int count) {
	int i, status;
	for (i = 0; i < count; i++) {
		if (ends[i].process <= 0 || waitpid(ends[i].process, &status, WNOHANG) != ends[i].process) continue;
		ends[i].process = -1;
		cms_begin(&ends[i]);
		cms_close(&ends[i].to);
		if (WIFSIGNALED(status)) {
			signal(WTERMSIG(status), SIG_DFL);
			kill(getpid(), WTERMSIG(status));
			_exit(128 + WTERMSIG(status));
		}
		if (WEXITSTATUS(status)) _exit(WEXITSTATUS(status));
	}
}

// Tells whether a process waits, as /proc has it. Where that tells nothing it does.
static int cms_waits(pid_t process) {
	char text[512], *state;
	ssize_t n;
	int fd;
	snprintf(text, sizeof text, "/proc/%ld/stat", (long)process);
	fd = open(text, O_RDONLY);
	n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
	if (fd >= 0) close(fd);
	text[n > 0 ? n : 0] = 0;
	state = strrchr(text, ')');
	return !state || state[1] == 0 || state[2] == 'S';
}

// How often a process is looked at whose output is at its end, how long it waits before that counts, and how long this takes at most.
enum { CMS_LOOK = 10, CMS_WAIT = 30, CMS_MOST = 2000 }; // milliseconds

// Tells whether the end of an output may be passed on: a process that goes on to read has closed it, another one may be about to fail.
static int cms_settled(struct cms_end *e) {
	struct timespec clock;
	long now;
	if (e->process <= 0) return 1;
	clock_gettime(CLOCK_MONOTONIC, &clock);
	now = (long)clock.tv_sec * 1000 + clock.tv_nsec / 1000000 + 1;
	if (!e->silent) e->silent = e->busy = now;
	if (!cms_waits(e->process)) e->busy = now;
	return now - e->busy >= CMS_WAIT || now - e->silent >= CMS_MOST;
}

// Passes everything on until all conversations are over on both sides, or the program is that holds the other end of over,
// which may be -1.
static void cms_relay(int in, int out, int over, struct cms_end *ends, int count) {
	static char buffer[CMS_FRAME];
	struct cms_queue received = {0, 0, 0, 0}, sent = {0, 0, 0, 0};
	struct pollfd *polled = (struct pollfd *)calloc(4 + 2 * (size_t)count, sizeof *polled), *ins, *outs;
	int ended = 0, live, looking, i;
	ssize_t n;
	if (!polled) _exit(1);
	ins = polled + 4;
	outs = ins + count;
	signal(SIGPIPE, SIG_IGN);
	for (;;) {
		live = !cms_empty(&sent);
		looking = 0;
		for (i = 0; i < count; i++) {
			struct cms_end *e = &ends[i];
			if (ended || (cms_empty(&e->waiting) && (e->last || in < 0))) cms_close(&e->to);
			ins[i].fd = sent.end - sent.begin < 1 << 20 && !e->silent ? e->from : -1;
			ins[i].events = POLLIN;
			outs[i].fd = e->to;
			outs[i].events = cms_empty(&e->waiting) ? 0 : POLLOUT; // it is told anyway when nobody reads any more
			live |= e->from >= 0 || e->to >= 0 || e->process > 0;
			looking |= e->from >= 0 && e->silent;
		}
		if (!live) break;
		polled[0].fd = in;
		polled[1].fd = cms_empty(&sent) ? -1 : out;
		polled[2].fd = over;
		polled[3].fd = cms_gone[0];
		polled[0].events = polled[2].events = polled[3].events = POLLIN;
		polled[1].events = POLLOUT;
		for (i = 0; i < 4 + 2 * count; i++) polled[i].revents = 0;
		if (poll(polled, 4 + 2 * (nfds_t)count, ended ? 0 : looking ? CMS_LOOK : -1) < 0 && errno != EINTR) _exit(1);
		if (polled[3].revents && read(cms_gone[0], buffer, sizeof buffer) >= 0) cms_collect(ends, count);
		if (polled[0].revents) {
			n = read(in, buffer, sizeof buffer);
			if (n > 0) {
				cms_put(&received, buffer, (size_t)n);
				if (!cms_deal(&received, ends, count)) in = -1;
			} else if (n == 0 || errno != EINTR) {
				in = -1;
			}
		}
		if (polled[1].revents && !cms_flush(&sent, out)) sent.begin = sent.end;
		for (i = 0; i < count; i++) {
			struct cms_end *e = &ends[i];
			// An output that its process never opened is not told to be at its end.
			if (e->from >= 0 && (e->silent || e->process < 0 || ins[i].revents || ended)) {
				n = ins[i].revents || e->process < 0 ? read(e->from, buffer, sizeof buffer) : 0;
				if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
				if (n > 0) cms_begin(e);
				if (n <= 0 && !cms_settled(e)) continue;
				if (n <= 0) cms_close(&e->from);
				cms_frame(&sent, (uint32_t)i, buffer, n > 0 ? (uint32_t)n : 0);
			}
			if (e->to >= 0 && (outs[i].revents & POLLERR || (outs[i].revents && !cms_flush(&e->waiting, e->to)))) cms_close(&e->to);
		}
		if (polled[2].revents) {
			over = -1;
			ended = 1;
		}
	}
	free(polled);
}

#endif
