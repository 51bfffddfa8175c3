// Package games holds the rules and the perfect play of the library's games, each in a package of its own, once: the
// interactors of the problem packages, `grundy play` with its hints, and the tests that compare solutions with exhaustive
// search are written with them. A game's package uses the standard library alone and knows neither judge nor terminal.
package games

import "embed"

// Source holds the packages, each in a folder of its name.
//
//go:embed nim oddstones spiders mousetrap compound
var Source embed.FS
