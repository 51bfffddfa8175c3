// between LEAST MOST SEED
#include "testlib.h"

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    println(rnd.next(opt<int>(1), opt<int>(2)));
}
