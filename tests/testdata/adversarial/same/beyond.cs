// expect: MLE memory=128MiB
using System;
using System.Collections.Generic;

class Program {
	static void Main() {
		var hoard = new List<byte[]>();
		for (int i = 0; i < 1024; i++) {
			var piece = new byte[1 << 20];
			for (int at = 0; at < piece.Length; at += 4096) piece[at] = 1;
			hoard.Add(piece);
		}
		Console.WriteLine(hoard.Count);
	}
}
