// expect: WA quick
#include <unistd.h>

int main(void) { return write(1, "58\0005987\n\0\0\0", 11) != 11; }
