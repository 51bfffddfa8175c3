// expect: WA
// Escape sequences that would move a terminal's cursor, and no valid UTF-8.
#include <unistd.h>

int main(void) { return write(1, "\x1b[2J\x1b]0;owned\a\xff\xfe 585987\n", 25) != 25; }
