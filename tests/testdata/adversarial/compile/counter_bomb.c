// expect: CE compile-limit=1s compile-memory=256MiB
// Includes itself as deep as it may, at every level twice.
#if __INCLUDE_LEVEL__ < 150
#include __FILE__
#include __FILE__
#endif
