// expect: RTE memory=64MiB quick signal=6 reason~"ran out of memory: std::bad_alloc"
#include <cstdio>
#include <new>

int main() {
	char *volatile piece = static_cast<char *>(operator new(std::size_t(1) << 50));
	piece[0] = 1;
	std::puts("585987");
}
