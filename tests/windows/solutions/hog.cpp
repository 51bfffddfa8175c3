#include <cstdlib>
#include <cstring>

int main() {
	while (char *piece = static_cast<char *>(std::malloc(1 << 20))) std::memset(piece, 1, 1 << 20);
	return 9;
}
