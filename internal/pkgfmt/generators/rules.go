package generators

import (
	"path"
	"regexp"
	"strings"
)

// File is the file with the rules of a package.
const File = "generators/generators.yaml"

// Rules are the content of a package's generators.yaml. Without the file there are no cases, and commands can name only
// the programs of generators/.
type Rules struct {
	// Dir is the package's directory, absolute.
	Dir string
	// Exists reports that there is a generators.yaml; Sum is the SHA-256 of its text.
	Exists bool
	Sum    string
	// Programs are the generators that consist of several files, by name: paths below generators/, the main file first.
	Programs map[string][]string
	// Search are the commands of the key search, which make inputs for searches but no test cases. They take a seed,
	// and may take a {size}.
	Search []Command
	// Cases are in the order of the file.
	Cases []*Case
	// Groups are the directories below data/ whose settings the rules write.
	Groups []Group
}

// Group is a directory of test data.
type Group struct {
	Name string // below data/: "secret/group1"
	Line int
	// Settings is the text of test_group.yaml (testdata.yaml in legacy).
	Settings string
	// File is its path below the package.
	File string
}

// Case is the rule for one test case.
type Case struct {
	// Name is the path below data/ without extension: "secret/01-small".
	Name string
	// Line is the line of generators.yaml that names it.
	Line int

	// Manual reports that the case is written by hand and is in data/ only.
	Manual bool
	// Description says what the case is about. It is in the rules only, unless Texts has a file with more about the
	// case.
	Description string
	// Include is another case whose files this one shares, nil otherwise.
	Include *Case

	// Copy is the path below generators/, without extension, of files to copy, or "".
	Copy string
	// Command generates the input, and may write an answer and other files; nil without it. Seed replaces {seed};
	// Retries, at least 1, is how many seeds are tried before the generator counts as failed.
	Command *Command
	Seed    uint32
	Retries int
	// Texts are files whose content is in the rules, by extension: ".in". Links are files that equal another file of
	// the same case: ".in.statement" → ".in".
	Texts map[string]string
	Links map[string]string
	// Match are regular expressions that must match somewhere in a file, by extension: ".in" or ".ans".
	Match map[string][]*regexp.Regexp

	// Solution is the submission that makes the answer if nothing else does: a path below the package; "" for the
	// package's model solution. With NoSolution, no submission makes it.
	Solution   string
	NoSolution bool
	// Visualizer draws the case, nil otherwise; its program is a path below the package.
	Visualizer *Command
}

// Folder returns the directory of data/ that contains the case: "sample", "secret", "invalid_input".
func (c *Case) Folder() string {
	folder, _, _ := strings.Cut(c.Name, "/")
	return folder
}

// Group returns the directory below data/ that contains the case: "secret/group1".
func (c *Case) Group() string { return path.Dir(c.Name) }

// Descriptions returns those of the cases, by name.
func (r *Rules) Descriptions() map[string]string {
	descriptions := map[string]string{}
	for _, c := range r.Cases {
		text := c.Description
		if c.Include != nil {
			text = c.Include.Description
		}
		if text != "" {
			descriptions[c.Name] = text
		}
	}
	return descriptions
}

// Commands returns the cases that a command generates.
func (r *Rules) Commands() []*Case {
	var cases []*Case
	for _, c := range r.Cases {
		if c.Command != nil {
			cases = append(cases, c)
		}
	}
	return cases
}

// Case finds a case by its name below data/; nil if there is none.
func (r *Rules) Case(name string) *Case {
	for _, c := range r.Cases {
		if c.Name == name {
			return c
		}
	}
	return nil
}
