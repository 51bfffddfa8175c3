package problemset

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/pkgfmt/problem"
)

// Set is a directory of packages.
type Set struct {
	Dir string
	// Name is the contest's name in contest.yaml, else that of the directory.
	Name string
	// Start and Duration are the values in contest.yaml as written, or "".
	Start, Duration string
	// Members are in the order of the list, or by name without one.
	Members []Member
	// List is the file that lists them, below the directory; "" if all packages of the directory belong to the set.
	List string
	// Faults are the faults of that file.
	Faults problem.Diagnostics
}

// Member is a package of a set.
type Member struct {
	// ID is the name of its directory, which is directly in that of the set.
	ID string
	// Label is its label in the contest: "A"; "" if no list gives it one.
	Label string
	// Color is the name of its balloon's colour, and RGB its value: "#FF7109". Both may be "".
	Color, RGB string
}

// ContestFile contains the name and the times of a contest, and sometimes its problems.
const ContestFile = "contest.yaml"

// lists are the files that may list the problems of a contest; the first existing one counts. They are the successive
// forms of the Contest Control System Requirements, which DOMjudge and BAPCtools read.
var lists = []string{"problems.yaml", "problemset.yaml", ContestFile}

// IsList reports whether a file of this name may list the problems of a contest.
func IsList(name string) bool { return slices.Contains(lists, name) }

// Lists returns the names of such files.
func Lists() []string { return slices.Clone(lists) }

// metadata is the file that makes a directory a package.
const metadata = "problem.yaml"

// Is reports whether a directory contains packages and is not one itself.
func Is(dir string) bool {
	for _, own := range []string{metadata, "data", "domjudge-problem.ini"} {
		if exists(filepath.Join(dir, own)) {
			return false
		}
	}
	return len(packages(dir)) > 0
}

// Read reads the set in a directory. The set contains the faults of its list.
func Read(dir string) *Set {
	set := &Set{Dir: dir, Name: filepath.Base(dir)}
	if absolute, err := filepath.Abs(dir); err == nil {
		set.Name = filepath.Base(absolute)
	}
	there := packages(dir)
	r := &reader{dir: dir, there: there}
	contest, readable := r.parse(ContestFile)
	if readable {
		name, start, duration := about(contest)
		set.Name, set.Start, set.Duration = cmp.Or(name, set.Name), start, duration
	}
	for _, file := range lists {
		root, ok := contest, readable
		if file != ContestFile {
			root, ok = r.parse(file)
		}
		if ok {
			set.Members = r.list(file, root)
		}
		if set.Members != nil {
			set.List = file
			break
		}
	}
	set.Faults = r.Faults
	if set.List != "" {
		return set
	}
	for _, id := range there {
		set.Members = append(set.Members, Member{ID: id})
	}
	return set
}

// Labelled returns the members, each with a label: that of the list, else a letter by its position.
func (s *Set) Labelled() []Member {
	members := slices.Clone(s.Members)
	for i := range members {
		members[i].Label = cmp.Or(members[i].Label, letters(i))
	}
	return members
}

// Find returns the member with a name: its ID, or its label in either case.
func (s *Set) Find(name string) (Member, bool) {
	members := s.Labelled()
	for _, has := range []func(Member) bool{
		func(m Member) bool { return m.ID == name },
		func(m Member) bool { return strings.EqualFold(m.Label, name) },
	} {
		if i := slices.IndexFunc(members, has); i >= 0 {
			return members[i], true
		}
	}
	return Member{}, false
}

// letters returns A to Z, then AA, AB and so on.
func letters(i int) string {
	label := ""
	for i++; i > 0; i = (i - 1) / 26 {
		label = string(rune('A'+(i-1)%26)) + label
	}
	return label
}

// packages returns the names of the packages directly in a directory, in order.
func packages(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, entry := range entries {
		if exists(filepath.Join(dir, entry.Name(), metadata)) {
			names = append(names, entry.Name())
		}
	}
	return names
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
