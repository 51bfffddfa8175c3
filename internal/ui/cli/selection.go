package cli

import (
	"context"
	"os"
	"path"
	"path/filepath"

	"grundy/internal/app/verify"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/store/workspace"
)

// selection are packages that somebody named: one by one, by a folder that holds them, or as all of grundy list.
type selection struct {
	members []selected
	// name and dir are those of the set that they make up, whose faults are those of the files that list them. Several packages
	// that are named one by one lie below the present folder.
	name, dir string
	faults    problem.Diagnostics
	// listed counts the sets that a file lists.
	listed int
}

// selected is a package of a selection.
type selected struct {
	path  string // of its folder or archive
	place string // as findings of the whole set name it
	label string // in a contest, "" for none
}

// set is what the packages make up, nil for one package by itself.
func (s *selection) set() *verify.Set {
	if len(s.members) == 1 && s.listed == 0 {
		return nil
	}
	return &verify.Set{Name: s.name, Dir: absolute(s.dir), Listed: s.listed > 0, Faults: s.faults}
}

// paths are where the packages lie.
func (s *selection) paths() []string {
	var paths []string
	for _, member := range s.members {
		paths = append(paths, member.path)
	}
	return paths
}

// selectPackages finds the packages that are named, or all of the library. A folder that holds packages stands for them.
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

// wantedPackages are the names on the command line, none for all of the library. Without a name it is what the present folder
// holds: all of the library takes an hour, which nobody should begin by leaving out a name.
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

// holdsPackages tells whether a folder is a package or holds some.
func holdsPackages(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "problem.yaml"))
	return err == nil || problemset.Is(dir)
}
