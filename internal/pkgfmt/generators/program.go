package generators

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/problem"
)

// folder is the directory of the generators of a package.
const folder = "generators"

// Program finds the program of a command: a name of the key generators, else a file or directory of generators/, with
// its extension or, if only one program has the name, without.
func (r *Rules) Program(c Command) (problem.Program, error) {
	name := c.Program()
	if files, found := r.Programs[name]; found {
		return r.assembled(name, files)
	}
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return problem.Program{}, fmt.Errorf("the generator %s lies outside generators/", name)
	}
	if r.exists(name) {
		return r.program(name), nil
	}
	var near []string
	for _, candidate := range r.candidates() {
		if strings.TrimSuffix(candidate, filepath.Ext(candidate)) == name {
			near = append(near, candidate)
		}
	}
	switch len(near) {
	case 1:
		return r.program(near[0]), nil
	case 0:
		return problem.Program{}, fmt.Errorf("there is no generator %s in generators/%s", name, among(append(r.candidates(), r.assembledNames()...)))
	}
	return problem.Program{}, fmt.Errorf("the generator %s may be any of %s", name, strings.Join(near, ", "))
}

// List names the generators of the package: those of the key generators, then the programs of generators/.
func (r *Rules) List() []string {
	return append(r.assembledNames(), r.candidates()...)
}

func (r *Rules) program(name string) problem.Program {
	return problem.Program{Name: folder + "/" + name, Path: filepath.Join(r.Dir, folder, filepath.FromSlash(name))}
}

// assembled returns a program of several files.
func (r *Rules) assembled(name string, files []string) (problem.Program, error) {
	program := r.program(name)
	for _, file := range files {
		if !r.exists(file) {
			return program, fmt.Errorf("the generator %s needs generators/%s, which does not exist", name, file)
		}
		program.Files = append(program.Files, filepath.Join(r.Dir, folder, filepath.FromSlash(file)))
	}
	return program, nil
}

// exists reports whether a name below generators/ is a file or directory in the package, following links.
func (r *Rules) exists(name string) bool { return r.holds(folder + "/" + name) }

// holds reports whether a path below the package is a file or directory in it, following links.
func (r *Rules) holds(name string) bool {
	_, err := r.stat(name)
	return err == nil
}

// isFile reports whether a path below the package is a file in it, following links.
func (r *Rules) isFile(name string) bool {
	info, err := r.stat(name)
	return err == nil && !info.IsDir()
}

func (r *Rules) stat(name string) (fs.FileInfo, error) {
	real, err := filepath.EvalSymlinks(filepath.Join(r.Dir, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	dir, err := filepath.EvalSymlinks(r.Dir)
	if err != nil {
		return nil, err
	}
	if !fsutil.IsBelow(dir, real) {
		return nil, fmt.Errorf("%s leads out of the package", name)
	}
	return os.Stat(real)
}

// noProgram matches files of generators/ that are not generators.
var noProgram = lazyregexp.New(`(?i)^(\..*|readme.*|.*\.(ya?ml|md|txt|h|hpp|sha256|in|ans|out))$`)

// candidates returns the files and directories of generators/ that may be programs.
func (r *Rules) candidates() []string {
	entries, err := os.ReadDir(filepath.Join(r.Dir, folder))
	if err != nil {
		return nil
	}
	var names []string
	for _, entry := range entries {
		if !noProgram().MatchString(entry.Name()) && (!entry.IsDir() || r.holdsSource(entry)) {
			names = append(names, entry.Name())
		}
	}
	return names
}

// holdsSource distinguishes directories of sources from directories of test cases to copy.
func (r *Rules) holdsSource(dir fs.DirEntry) bool {
	entries, err := os.ReadDir(filepath.Join(r.Dir, folder, dir.Name()))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() && !noProgram().MatchString(e.Name()) })
}

func (r *Rules) assembledNames() []string {
	var names []string
	for name := range r.Programs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func among(names []string) string {
	if len(names) == 0 {
		return ", which holds none"
	}
	return ": " + strings.Join(names, ", ")
}
