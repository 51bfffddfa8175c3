// expect: AC
#include <stdio.h>

int main(void) {
	fclose(stdin);
	puts("585987");
}
