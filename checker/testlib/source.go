package testlib

import "embed"

// Source is this package's own source, except for this file. A judge adds it to a program that imports the package, so
// that the program builds anywhere.
//
//go:embed doc.go outcome.go stream.go reader.go bounds.go tokens.go float.go checker.go interactor.go generator.go rand.go tree.go visualizer.go
var Source embed.FS
