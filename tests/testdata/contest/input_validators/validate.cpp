#include <cctype>
#include <cstdio>
#include <cstdlib>

static void refuse(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(43);
}

static long number(long least, long greatest, int end) {
    int c = std::getchar();
    if (!std::isdigit(c)) refuse("no number");
    long value = 0;
    for (int digits = 0; std::isdigit(c); c = std::getchar()) {
        value = 10 * value + c - '0';
        if (++digits > 10 || (digits > 1 && value < 10)) refuse("a number in another form");
    }
    if (c != end) refuse("another character behind a number");
    if (value < least || value > greatest) refuse("a number out of its bounds");
    return value;
}

int main() {
    long n = number(1, 200000, '\n');
    for (long i = 1; i <= n; i++) number(0, 1000000000, i < n ? ' ' : '\n');
    if (std::getchar() != EOF) refuse("more behind the last number");
    return 42;
}
