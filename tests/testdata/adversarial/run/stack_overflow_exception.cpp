// expect: RTE|MLE memory=64MiB
#include <cstdlib>

struct Frame {
	volatile char room[1024];
	Frame *above;
};

static int dive(Frame *above) {
	Frame frame;
	frame.above = above;
	frame.room[0] = above ? above->room[0] : 1;
	return dive(&frame) + frame.room[0];
}

int main() { return dive(nullptr); }
