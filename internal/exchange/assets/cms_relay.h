// Several conversations over one pair of streams. A frame is the number of a conversation, a length, and so many bytes; one of
// length 0 tells that nothing more will come. Both numbers have four bytes. Whatever is no frame ends all conversations, since
// anything may write to the streams.
#ifndef CMS_RELAY_H
#define CMS_RELAY_H

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// How long a frame may be.
enum { CMS_FRAME = 1 << 16 };

// What waits to be written. It grows, so that who does not read holds up nobody else.
struct cms_queue {
	char *data;
	size_t begin, end, room;
};

// One conversation: what is read and what is written, -1 once that is over, whether nothing more will come to write, and the
// process that holds the conversation until it ends, 0 for none.
struct cms_end {
	int from, to, last;
	pid_t process;
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

// Ends as a process has ended if it has failed. So nobody is told of its silence before it is known to be a failure.
static void cms_share_fate(pid_t process) {
	int status;
	if (process == 0 || waitpid(process, &status, 0) < 0) return;
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		kill(getpid(), WTERMSIG(status));
		_exit(128 + WTERMSIG(status));
	}
	if (WEXITSTATUS(status)) _exit(WEXITSTATUS(status));
}

// Passes everything on until all conversations are over on both sides, or the program is that holds the other end of over,
// which may be -1.
static void cms_relay(int in, int out, int over, struct cms_end *ends, int count) {
	static char buffer[CMS_FRAME];
	struct cms_queue received = {0, 0, 0, 0}, sent = {0, 0, 0, 0};
	struct pollfd *polled = (struct pollfd *)calloc(3 + 2 * (size_t)count, sizeof *polled);
	int ended = 0, live, i;
	ssize_t n;
	if (!polled) _exit(1);
	signal(SIGPIPE, SIG_IGN);
	for (;;) {
		live = !cms_empty(&sent);
		for (i = 0; i < count; i++) {
			struct cms_end *e = &ends[i];
			if (ended || (cms_empty(&e->waiting) && (e->last || in < 0))) cms_close(&e->to);
			polled[3 + 2 * i].fd = sent.end - sent.begin < 1 << 20 ? e->from : -1;
			polled[3 + 2 * i].events = POLLIN;
			polled[4 + 2 * i].fd = e->to;
			polled[4 + 2 * i].events = cms_empty(&e->waiting) ? 0 : POLLOUT; // it is told anyway when nobody reads any more
			live |= e->from >= 0 || e->to >= 0;
		}
		if (!live) break;
		polled[0].fd = in;
		polled[1].fd = cms_empty(&sent) ? -1 : out;
		polled[2].fd = over;
		polled[0].events = polled[2].events = POLLIN;
		polled[1].events = POLLOUT;
		for (i = 0; i < 3 + 2 * count; i++) polled[i].revents = 0;
		if (poll(polled, 3 + 2 * (nfds_t)count, ended ? 0 : -1) < 0 && errno != EINTR) _exit(1);
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
			if (e->from >= 0 && polled[3 + 2 * i].fd >= 0 && (polled[3 + 2 * i].revents || ended)) {
				n = polled[3 + 2 * i].revents ? read(e->from, buffer, sizeof buffer) : 0;
				if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
				if (n <= 0) {
					cms_share_fate(e->process);
					cms_close(&e->from);
				}
				cms_frame(&sent, (uint32_t)i, buffer, n > 0 ? (uint32_t)n : 0);
			}
			if (e->to >= 0 && (polled[4 + 2 * i].revents & POLLERR || (polled[4 + 2 * i].revents && !cms_flush(&e->waiting, e->to)))) cms_close(&e->to);
		}
		if (polled[2].revents) {
			over = -1;
			ended = 1;
		}
	}
	free(polled);
}

#endif
