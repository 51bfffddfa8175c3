// Prints a few numbers for a seed.
#include <cstdio>
#include <cstdlib>

int main(int, char **args) {
	unsigned state = atoi(args[1]) * 2654435761u;
	auto draw = [&](unsigned n) { return (state = state * 1664525u + 1013904223u) / 65536 % n; };
	int n = 1 + draw(8);
	printf("%d\n", n);
	for (int i = 0; i < n; i++) printf("%u%c", draw(100), i + 1 < n ? ' ' : '\n');
}
