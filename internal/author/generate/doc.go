// Package generate fills data/ by the rules of generators.yaml. It makes each case in the sandbox, keeps it in the cache by
// the content of everything it depends on, and puts files into the package only when all of them are made, so that a
// failure leaves data/ as it was.
//
// It knows what a case is made from, when it must be refused, and which files of data/ are its own to replace: those that
// the package's record names and nobody has edited. It knows neither YAML nor how the progress is shown.
//
//	g := generate.New(judge, store, p, rules)
//	summary, err := g.Fill(ctx, generate.Options{}, show)
//
// What a package does not ship is made when it is needed:
//
//	err := g.Provide(ctx, cases, show)
package generate
