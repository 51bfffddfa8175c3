// expect: CE compile-limit=1s
#include __FILE__
#include __FILE__
