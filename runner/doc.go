// Package runner judges: it compiles a solution, runs it on the test cases of a problem, has the checker look at the
// output, and adds the verdicts up. Everything it does is reported as one stream of typed events, under which every
// interface is built.
//
// It knows how a judgement proceeds (plan, build, run, add up), who is to blame for what, and how slots share the
// machine. It does not know how packages are read, how languages are compiled, how programs are contained or how events
// are shown: problems come as a model, programs from a Builder, containment from a sandbox.Host.
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
