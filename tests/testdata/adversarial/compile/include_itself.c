// expect: CE
#include __FILE__
#include __FILE__
