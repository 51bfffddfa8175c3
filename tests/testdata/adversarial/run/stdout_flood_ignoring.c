// expect: OLE max-output=1MiB
// Without the signal, writing fails, and the output ends at the limit.
#include <signal.h>
#include <stdio.h>

int main(void) {
  signal(SIGXFSZ, SIG_IGN);
  for (int i = 0; i < 1 << 20; i++) puts("flood");
  return 0;
}
