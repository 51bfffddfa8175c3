int main () {
    var words = stdin.read_line ().split (" ");
    stdout.printf ("%lld\n", int64.parse (words[0]) + int64.parse (words[1]));
    return 0;
}
