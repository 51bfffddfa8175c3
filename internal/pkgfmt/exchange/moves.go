package exchange

import (
	"fmt"
	"maps"
	"slices"

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
