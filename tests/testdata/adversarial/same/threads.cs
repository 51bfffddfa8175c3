// expect: AC memory=256MiB
using System;
using System.Threading;

class Program {
	static void Main() {
		var threads = new Thread[64];
		for (int i = 0; i < threads.Length; i++) (threads[i] = new Thread(() => Thread.Sleep(50))).Start();
		foreach (var thread in threads) thread.Join();
		Console.WriteLine(585987);
	}
}
