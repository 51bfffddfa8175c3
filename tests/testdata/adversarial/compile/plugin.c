// expect: AC
// Options inside a source are no options.
#pragma GCC optimize("-fplugin=/tmp/grundy-adversarial.so")
#include <stdio.h>
// gcc -fplugin=/tmp/x.so -wrapper /bin/sh @/etc/shadow
int main(void) { puts("585987"); }
