// expect: RTE exit=42
#include <cstdio>
#include <cstdlib>

struct Late {
	~Late() { std::_Exit(42); }
} late;

int main() { std::puts("585987"), std::fflush(stdout); }
