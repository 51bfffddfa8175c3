// Package problems is the library that ships with grundy: each folder beside this file is a problem package.
package problems

import "embed"

// Library holds the packages, each in a folder of the problem's name. Files at its top are no packages.
//
//go:embed *
var Library embed.FS
