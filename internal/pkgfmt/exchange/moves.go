package exchange

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

const submissionsFile = "submissions/submissions.yaml"

// move records that a submission gets another name below submissions/, or that it is left out if that is "".
func (c *conversion) move(from, to string) {
	if c.moves == nil {
		c.moves = map[string]string{}
	}
	c.moves[from] = to
}

// moveSubmission moves the submission of a file to another directory of submissions/, and returns the file's new path. Where
// another submission has that name, the submission gets a directory of its own, in which the file keeps its name.
func (c *conversion) moveSubmission(name, folder string) string {
	parts := strings.SplitN(strings.TrimPrefix(name, "submissions/"), "/", 3)
	submission := parts[0] + "/" + parts[1]
	to, known := c.moves[submission]
	if !known {
		to = folder + "/" + parts[1]
		for n := 1; c.taken(to); n++ {
			to = folder + "/" + parts[0] + "-" + strings.TrimSuffix(parts[1], path.Ext(parts[1]))
			if n > 1 {
				to += fmt.Sprint(n)
			}
		}
		c.move(submission, to)
	}
	inner := parts[2:]
	if len(inner) == 0 && path.Base(to) != parts[1] {
		inner = parts[1:]
	}
	return path.Join(append([]string{"submissions", to}, inner...)...)
}

// taken reports whether a submission has a name, in the source or by a move.
func (c *conversion) taken(submission string) bool {
	name := "submissions/" + submission
	return c.tree.has(name) || c.tree.hasDir(name) || slices.Contains(slices.Collect(maps.Values(c.moves)), submission)
}

// followMoves writes submissions.yaml, whose entries follow the submissions.
func (c *conversion) followMoves() error {
	if !c.tree.has(submissionsFile) {
		return nil
	}
	if len(c.moves) == 0 {
		return c.copy(submissionsFile, submissionsFile)
	}
	m, err := c.tree.readYAML(submissionsFile)
	if err != nil {
		return err
	}
	return c.yaml(submissionsFile, c.moved(m))
}

// moved returns the entries of submissions.yaml for the new names. An entry for several submissions stays for those that
// keep theirs.
func (c *conversion) moved(m keys) keys {
	var kept keys
	for _, entry := range m {
		pattern := fmt.Sprint(entry.Key)
		stays := true
		for _, from := range slices.Sorted(maps.Keys(c.moves)) {
			if !problem.Match(pattern, from) {
				continue
			}
			stays = slices.ContainsFunc(c.problem.Submissions, func(s problem.Submission) bool {
				_, moves := c.moves[s.Name]
				return !moves && problem.Match(pattern, s.Name)
			})
			if to := c.moves[from]; to != "" {
				kept = withEntry(kept, to, entry.Value)
			}
		}
		if stays {
			kept = withEntry(kept, pattern, entry.Value)
		}
	}
	return kept
}

// withEntry adds an entry, or the keys that an earlier one of that name lacks.
func withEntry(m keys, name string, value any) keys {
	i := slices.IndexFunc(m, func(item yamldoc.Item) bool { return item.Key == name })
	if i < 0 {
		return append(m, yamldoc.Item{Key: name, Value: value})
	}
	known, isMap := m[i].Value.(keys)
	more, _ := value.(keys)
	if !isMap {
		return m
	}
	known = slices.Clone(known)
	for _, item := range more {
		if get(known, fmt.Sprint(item.Key)) == nil {
			known = append(known, item)
		}
	}
	m[i].Value = known
	return m
}
