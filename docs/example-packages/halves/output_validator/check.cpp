#include "testlib.h"

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt();
    int first = ouf.readInt(1, n, "first piece");
    int second = ouf.readInt(1, n, "second piece");
    if (first + second != n) quitf(_wa, "%d and %d are %d together, not %d", first, second, first + second, n);
    quitf(_ok, "%d and %d", first, second);
}
