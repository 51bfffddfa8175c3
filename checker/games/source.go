// Package games holds the rules and the perfect play of the library's games, each in a package of its own. The
// interactors of the problem packages, `grundy play` with its hints, and the tests that compare solutions with
// exhaustive search all use them. A game's package uses only the standard library and knows neither the judge nor the
// terminal.
package games

import "embed"

// Source holds the packages without their tests, each in a directory of its name.
//
//go:embed compound/doc.go compound/rules.go compound/search.go compound/theory.go compound/winning.go
//go:embed mousetrap/doc.go mousetrap/maze.go mousetrap/play.go
//go:embed nim/nim.go
//go:embed oddstones/doc.go oddstones/oddstones.go
//go:embed spiders/doc.go spiders/path.go spiders/play.go spiders/search.go spiders/web.go
var Source embed.FS
