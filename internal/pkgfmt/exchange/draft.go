package exchange

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// isDraft reports whether a package states a draft of 2025-09 as its version, or an unknown version, which is read as
// 2025-09.
func (c *conversion) isDraft() bool {
	return c.is2025() && fmt.Sprint(get(c.metadata, "problem_format_version")) != formatVersion
}

// fromDraft makes a package of 2025-09 of a draft: other judges refuse its version and its names.
func (c *conversion) fromDraft() error {
	if err := c.draftMetadata(); err != nil {
		return err
	}
	newer := c.hasSettings(groupSettings)
	older := !newer && (c.hasSettings(legacySettings) || c.hasFlags()) // settings of groups are those of legacy
	notes := map[string]keys{}
	for _, name := range c.tree.files {
		top, rest, _ := strings.Cut(name, "/")
		var err error
		switch {
		case name == "problem.yaml":
		case c.unread(top):
			c.noteUnread(top)
		case top == "statement" || top == "problem_statement":
			err = c.copy(name, c.statementName(name, rest))
		case top == "output_validators" && !c.tree.hasDir("output_validator"):
			err = c.copy(name, c.validator2025(name, rest))
		case name == submissionsFile && older: // followMoves writes it
		case strings.HasPrefix(name, "submissions/partially_accepted/") && older:
			err = c.rejectPartial(name)
		case top == "data" && path.Base(name) == legacySettings && newer:
			c.note(name, "left out: 2025-09 reads %s", groupSettings)
		case top == "data" && rest != "" && older:
			err = c.data2025(name, notes)
		default:
			err = c.copy(name, name)
		}
		if err != nil {
			return err
		}
	}
	if newer && c.hasFlags() {
		c.note("problem.yaml", "validator_flags: left out, since %s gives the arguments of output validators", groupSettings)
	}
	if !older {
		return nil
	}
	if err := c.settings2025(notes); err != nil {
		return err
	}
	return c.followMoves()
}

// hasFlags reports whether problem.yaml has arguments of the output validator, as legacy does.
func (c *conversion) hasFlags() bool { return get(c.metadata, "validator_flags") != nil }

func (c *conversion) hasSettings(name string) bool {
	return slices.ContainsFunc(c.tree.below("data"), func(file string) bool { return path.Base(file) == name })
}

// draftMetadata writes the keys that drafts name differently as 2025-09 does.
func (c *conversion) draftMetadata() error {
	m := slices.DeleteFunc(slices.Clone(c.metadata), func(item yamldoc.Item) bool {
		return slices.Contains([]any{"problem_format_version", "type", "validation", "validator_flags"}, item.Key)
	})
	head := keys{{Key: "problem_format_version", Value: formatVersion}}
	if c.problem.Type != (problem.Type{}) {
		set(&head, "type", typeNames(c.problem.Type))
	}
	m = append(head, m...)
	if get(m, "uuid") == nil {
		set(&m, "uuid", c.uuid())
	}
	c.note("problem.yaml", "problem_format_version: %v is %s now", get(c.metadata, "problem_format_version"), formatVersion)
	return c.yaml("problem.yaml", m)
}
