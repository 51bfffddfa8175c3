// expect: RTE memory=512MiB reason~"stack overflow"
using System;

class Program {
	static int Dive(int depth) { return 1 + Dive(depth + 1); }
	static void Main() { Console.WriteLine(Dive(0)); }
}
