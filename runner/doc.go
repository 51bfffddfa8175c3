// Package runner judges a solution: it compiles it, runs it on the test cases of a problem, has the checker judge the
// output, and combines the verdicts. It reports everything as one stream of typed events, on which every interface is
// built.
//
// The package decides the order of steps (plan, build, run, add up), which program is at fault, and how slots share
// the machine. It leaves reading packages, compiling, isolation and presentation to others: it is given problems as a
// model, programs by a Builder, and boxes by a sandbox.Host.
//
//	judge, err := runner.New(runner.Config{Host: host, Languages: table, Builder: builder, Cores: cores, Scratch: dir})
//	…
//	defer judge.Close()
//	source, err := language.ReadSource("nim.cpp")
//	…
//	done, err := judge.Judge(ctx, nim, job.Judgement{Name: "nim.cpp", Source: source}, func(e event.Event) {
//		if test, ok := e.(event.Test); ok {
//			fmt.Println(test.Test, test.Verdict, test.Reason)
//		}
//	})
package runner
