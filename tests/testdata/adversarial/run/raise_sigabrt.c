// expect: RTE signal=6 quick
#include <stdlib.h>

int main(void) { abort(); }
