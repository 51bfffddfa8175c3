package cli

import (
	"context"
	"os"
	"path"
	"path/filepath"

	"grundy/internal/app/verify"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/store/workspace"
)

// selection is a list of packages: named one by one, by a directory that holds them, or all of grundy list.
type selection struct {
	members []selected
	// name and dir are those of the set, whose faults are those of the files that list its packages. Packages named
	// one by one are relative to the current directory.
	name, dir string
	faults    problem.Diagnostics
	// listed counts the sets that a file lists.
	listed int
}

// selected is a package of a selection.
type selected struct {
	path  string // of the package's directory or archive
	place string // the name of the package in findings of the whole set
	label string // in a contest, "" for none
}

// set is the set of the packages, nil for a single package.
func (s *selection) set() *verify.Set {
	if len(s.members) == 1 && s.listed == 0 {
		return nil
	}
	return &verify.Set{Name: s.name, Dir: fsutil.Absolute(s.dir), Listed: s.listed > 0, Faults: s.faults}
}

// paths are the locations of the packages.
func (s *selection) paths() []string {
	var paths []string
	for _, member := range s.members {
		paths = append(paths, member.path)
	}
	return paths
}

// selectPackages finds the named packages, or all of the library. A directory that holds packages stands for them.
func selectPackages(ctx context.Context, library *workspace.Library, names []string) (*selection, error) {
	s := &selection{name: "all packages", dir: "."}
	if len(names) == 0 {
		return s, s.addLibrary(library)
	}
	for _, name := range names {
		at, err := library.Resolve(name)
		if err != nil {
			return nil, err
		}
		place := filepath.ToSlash(filepath.Clean(at))
		set, isSet := library.Set(ctx, at)
		if !isSet {
			s.members = append(s.members, selected{path: at, place: place})
			continue
		}
		if len(names) == 1 {
			s.name, s.dir, place = set.Name, set.Dir, ""
		}
		if set.List != "" {
			s.listed++
		}
		for _, fault := range set.Faults {
			fault.File = path.Join(place, fault.File)
			s.faults = append(s.faults, fault)
		}
		for _, member := range set.Members {
			s.members = append(s.members, selected{path: filepath.Join(set.Dir, member.ID), place: path.Join(place, member.ID), label: member.Label})
		}
	}
	return s, nil
}

// addLibrary adds all problems that have a name.
func (s *selection) addLibrary(library *workspace.Library) error {
	names, err := library.IDs()
	if err != nil {
		return err
	}
	s.dir = library.Dir()
	for _, name := range names {
		at, err := library.Path(name)
		if err != nil {
			return err
		}
		s.members = append(s.members, selected{path: at, place: name})
	}
	return nil
}

// wantedPackages are the names on the command line, none for all of the library. Without a name they are the packages
// in the current directory: verifying the whole library takes an hour, which a forgotten name must not start.
func wantedPackages(c *call) ([]string, error) {
	names := c.words()
	switch {
	case c.Bool("all") && len(names) > 0:
		return nil, hint.Errorf("leave out one of them", "verify: --all excludes the problem %s", names[0])
	case c.Bool("all") || len(names) > 0:
		return names, nil
	}
	if !holdsPackages(".") {
		return nil, hint.Errorf("grundy verify PROBLEM; --all verifies all of grundy list", "verify: name a problem; the current directory is not a package")
	}
	return []string{"."}, nil
}

// holdsPackages reports whether a directory is a package or holds some.
func holdsPackages(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "problem.yaml"))
	return err == nil || problemset.Is(dir)
}
