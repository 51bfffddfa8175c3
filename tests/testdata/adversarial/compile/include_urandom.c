// expect: CE compile-limit=5s compile-memory=256MiB quick
#include "/dev/urandom"
