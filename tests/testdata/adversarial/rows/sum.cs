using System;
using System.Linq;

class Sum {
    static void Main() {
        Console.WriteLine(Console.ReadLine().Split(' ').Sum(word => long.Parse(word)));
    }
}
