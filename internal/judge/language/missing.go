package language

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
)

// mostPlaces bounds the directories in which a missing library is looked for.
const mostPlaces = 2000

// missingLibrary returns how to get a library that the toolchain did not find, given what it said: how to show one that lies
// outside the sandbox, or which other row has it. It returns "" if neither is known.
func (b *Builder) missingLibrary(ctx context.Context, row *Language, tools Toolchain, source Source, said string) string {
	name := row.Missing.find(said)
	if name == "" {
		return ""
	}
	if !b.Strangers {
		if found := b.outside(row, tools, source, name); found != "" {
			return found
		}
	}
	return b.offered(ctx, row, name)
}

// outside looks for a library where people keep them: in the directories above the source and those in them, and at home. It
// returns how to show it, or "".
func (b *Builder) outside(row *Language, tools Toolchain, source Source, name string) string {
	switch {
	case strings.HasPrefix(name, "../"):
		return above(source, name)
	case filepath.IsAbs(name) && isRegular(name):
		return fmt.Sprintf("the sandbox has no %s: name it from the directory of the source", name)
	}
	library := lacking(name)
	for _, place := range b.likelyPlaces(row, tools, source) {
		if !library.isIn(place, row) {
			continue
		}
		at := hint.Quote(place)
		switch {
		case source.OfPackage:
			return fmt.Sprintf("%s lies in %s, which programs of packages do not see: put it beside the program", name, at)
		case isEnvironment(place):
			return fmt.Sprintf("%s lies in a virtual environment that is not active: source %s", name, hint.Quote(filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(place))), "bin", "activate")))
		}
		return fmt.Sprintf("%s lies in %s, outside the sandbox; to show it, write into config.yaml: libraries: {%s: %s}", name, at, row.Code, at)
	}
	return ""
}

// above says how to use a file that a source names by a path that leads out of its directory. It returns "" if there is no
// such file.
func above(source Source, name string) string {
	dirs := source.around()
	if len(dirs) == 0 {
		return ""
	}
	file := filepath.Join(dirs[0], filepath.FromSlash(name))
	for _, ending := range []string{"", path.Ext(source.Files[0].Name)} {
		if isRegular(file + ending) {
			return fmt.Sprintf("%s lies outside the directory of the source, and the sandbox shows only what lies there: copy or link it there, or keep its directory in libraries of config.yaml and name it without ../", file+ending)
		}
	}
	return ""
}

// offered names a row for the same sources that has a library, or returns "".
func (b *Builder) offered(ctx context.Context, row *Language, name string) string {
	name, _, _ = strings.Cut(name, ".")
	for _, other := range b.Table.rows {
		if !slices.Contains(other.Offers, name) || !slices.Contains(other.endings(), row.endings()[0]) {
			continue
		}
		_, err := b.toolchain(ctx, other)
		if missing, lacks := errors.AsType[*MissingError](err); lacks {
			return fmt.Sprintf("%s is a part of %s, which this machine lacks: %s", name, other.Name, missing.Install)
		}
		if err == nil {
			return fmt.Sprintf("%s is a part of %s: give --language %s", name, other.Name, other.ID)
		}
	}
	return ""
}

// lacking is the name of a library as the toolchain gives it: "atcoder/all", "networkx.utils", "org.junit".
type lacking string

// isIn reports whether a directory holds the library: a file of that name, or what the first part of the name stands
// for.
func (n lacking) isIn(place string, row *Language) bool {
	whole := filepath.Join(place, filepath.FromSlash(string(n)))
	first, _, _ := strings.Cut(string(n), ".")
	if exists(whole) || first != "" && (exists(filepath.Join(place, first)) || slices.ContainsFunc(row.endings(), func(ending string) bool {
		return exists(whole+ending) || exists(filepath.Join(place, first+ending))
	})) {
		return true
	}
	return slices.ContainsFunc(row.archivesIn(place), func(archive string) bool { return slices.Contains(packagesIn(archive), string(n)) })
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// likelyPlaces lists where a library may lie that the sandbox does not show.
func (b *Builder) likelyPlaces(row *Language, tools Toolchain, source Source) []string {
	places := slices.Concat(row.libraryPlaces(tools), tools.Installed)
	places = slices.DeleteFunc(places, func(place string) bool { return !filepath.IsAbs(place) }) // such as -I. in the box
	above := source.around()
	if home := b.Environment.Home(); filepath.IsAbs(home) && !slices.Contains(above, home) {
		above = append(above, home)
	}
	for _, dir := range above {
		if !tools.isPrivate(dir) {
			places = append(places, dir)
		}
		for _, pattern := range []string{"*", "*/include", ".venv/lib/*/site-packages", "*/lib/*/site-packages"} {
			found, _ := filepath.Glob(filepath.Join(globQuoted(dir), pattern)) // the pattern is valid
			places = append(places, found...)
		}
	}
	return places[:min(len(places), mostPlaces)]
}

// globQuoted returns a pattern that matches a path alone.
func globQuoted(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// isEnvironment reports whether packages lie in a virtual environment of Python.
func isEnvironment(place string) bool {
	return exists(filepath.Join(place, "..", "..", "..", "pyvenv.cfg"))
}
