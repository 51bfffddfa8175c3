// expect: AC max-output=1KiB
// The answer and blanks up to the last byte that is allowed.
#include <stdio.h>

int main(void) { printf("%-1023d\n", 585987); }
