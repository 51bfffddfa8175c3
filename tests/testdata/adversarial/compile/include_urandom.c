// expect: CE compile-limit=1s compile-memory=256MiB quick
#include "/dev/urandom"
