// expect: OLE interactive max-output=1MiB
#include <signal.h>
#include <stdio.h>

int main(void) {
	for (int i = 0; i < 1 << 20; i++) puts("585986 flood flood");
}
