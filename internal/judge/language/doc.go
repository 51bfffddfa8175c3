// Package language is the table of toolchains: which language a source is in, how it is compiled and how the result is
// run. It builds sources into Programs inside a sandbox and keeps them in a cache by content. It does not know problems
// or test cases, and it does not judge: a Program says how it is run, whoever runs it sees to limits and input.
//
//	table, err := language.Load(language.Rows{File: "languages.yaml"})
//	builder := &language.Builder{Table: table, Cache: store, Log: log, Environment: os.Environ()}
//	program, err := builder.Build(ctx, box, source, limits)
//	mounts := program.Mounts("program")
//	result, err := box.Run(ctx, sandbox.Spec{
//		Args: program.Args(box, mounts[0], memory), Env: program.Env(), Mounts: mounts, Limits: program.Limits(limits),
//	})
//
// A language is a row of languages.yaml, whose head explains the keys; a person's file of the same format changes rows
// and adds new ones. Nothing else in this package is about a certain language, except that Java's classes (java.go) and
// Go's modules (libraries.go) have to be understood.
//
// What is trusted: toolchains on this machine are asked for their version, and prepared for fast compilation, outside
// any sandbox. What is not: sources, which only ever meet a compiler in the box.
package language
