package exchange

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"reflect"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// What problemtools reads in legacy packages. It refuses a package for any other key, and for values of other kinds.
var (
	keysOfLegacy = []string{
		"problem_format_version", "type", "name", "uuid", "author", "source", "source_url", "license", "rights_owner", "limits",
		"validation", "validator_flags", "grading", "keywords",
	}
	limitsOfLegacy = []string{
		"memory", "output", "code", "compilation_time", "compilation_memory", "validation_time", "validation_memory",
		"validation_output", "time_multiplier", "time_safety_margin",
	}
	gradingOfLegacy = []string{"objective", "show_test_data_groups", "accept_score", "reject_score", "range", "on_reject"}
)

// correctMetadata replaces what loading tolerates in problem.yaml and other tools refuse the package for. It reports whether there
// is anything.
func (c *conversion) correctMetadata() bool {
	before := c.metadata
	c.metadata = slices.Clone(c.metadata)
	if limits, there := get(c.metadata, "limits").(keys); there {
		c.replace("limits", c.withoutZeroLimits(limits))
	}
	if uuid := get(c.metadata, "uuid"); uuid != nil && c.problem.UUID == "" {
		c.replace("uuid", uuidOf(c.problem.ID, c.problem.Name()))
		c.note("problem.yaml", "uuid: %v is not a UUID; one is made of the name", uuid)
	}
	author, credits := get(c.metadata, "author"), get(c.metadata, "credits")
	if c.isDraft() && author != nil {
		c.replace("author", nil)
		if credits == nil {
			set(&c.metadata, "credits", keys{{Key: "authors", Value: author}})
		}
	}
	if !c.is2025() && (c.target == Legacy || c.target == DOMjudge) {
		if text, isText := credits.(string); isText && author == nil {
			set(&c.metadata, "author", text)
		}
		c.correctLegacy()
	}
	if len(c.metadata) == 0 && len(before) > 0 {
		set(&c.metadata, "problem_format_version", string(problem.Legacy))
	}
	return !reflect.DeepEqual(before, c.metadata)
}

// withoutZeroLimits leaves out limits that are not more than 0.
func (c *conversion) withoutZeroLimits(limits keys) keys {
	return slices.DeleteFunc(slices.Clone(limits), func(item yamldoc.Item) bool {
		x, err := parseNumber(item.Value)
		zero := err == nil && x <= 0
		if zero {
			c.note("problem.yaml", "limits.%v: %v left out: it is no limit", item.Key, item.Value)
		}
		return zero
	})
}

// replace gives a key of the metadata a value, or takes it away if that is empty.
func (c *conversion) replace(key string, value any) {
	i := slices.IndexFunc(c.metadata, func(item yamldoc.Item) bool { return item.Key == key })
	switch m, isMap := value.(keys); {
	case value == nil || isMap && len(m) == 0 || value == "":
		c.metadata = slices.Delete(c.metadata, i, i+1)
	default:
		c.metadata[i].Value = value
	}
}

// correctLegacy writes the keys and values of legacy alone.
func (c *conversion) correctLegacy() {
	c.metadata = c.known("", c.metadata, keysOfLegacy)
	for _, item := range slices.Clone(c.metadata) {
		key := fmt.Sprint(item.Key)
		m, isMap := item.Value.(keys)
		values, isList := item.Value.([]any)
		switch {
		case key == "problem_format_version":
			c.replace(key, string(problem.Legacy))
		case key == "limits" && isMap:
			c.replace(key, c.wholeLimits(c.known("limits.", m, limitsOfLegacy)))
		case key == "grading" && isMap:
			c.replace(key, c.known("grading.", m, gradingOfLegacy))
		case key == "name" && isMap:
			c.replace(key, c.problem.Name())
		case key == "type" && item.Value != "scoring" && item.Value != "pass-fail", key == "validation" && isMap:
			c.metadata = slices.DeleteFunc(c.metadata, func(item yamldoc.Item) bool { return item.Key == "type" || item.Key == "validation" })
			c.legacyType(&c.metadata)
		case isList && key == "keywords":
			c.replace(key, strings.Join(words(values), " "))
		case isList:
			c.replace(key, strings.Join(words(values), ", "))
		}
	}
}

// known leaves out the keys of a map that problemtools does not know.
func (c *conversion) known(prefix string, m keys, known []string) keys {
	if c.target != Legacy {
		return m
	}
	return slices.DeleteFunc(slices.Clone(m), func(item yamldoc.Item) bool {
		key := fmt.Sprint(item.Key)
		stranger := !slices.Contains(known, key)
		if stranger {
			c.note("problem.yaml", "%s%s left out: problemtools refuses the key", prefix, key)
		}
		return stranger
	})
}

// wholeLimits rounds limits up for problemtools, but for factors.
func (c *conversion) wholeLimits(limits keys) keys {
	for i, item := range limits {
		if x, isFraction := item.Value.(float64); c.target == Legacy && isFraction && !strings.HasPrefix(fmt.Sprint(item.Key), "time_") {
			limits[i].Value = int64(math.Ceil(x))
			c.note("problem.yaml", "limits.%v: %g is rounded up: problemtools wants whole numbers", item.Key, x)
		}
	}
	return limits
}

// copyCorrected copies a file of a package that keeps its version, as other tools take it. The metadata may differ from the file.
func (c *conversion) copyCorrected(name string, metadata bool) error {
	top, rest, _ := strings.Cut(name, "/")
	folder, _, isInner := strings.Cut(rest, "/")
	switch {
	case name == "problem.yaml" && metadata:
		return c.yaml(name, c.metadata)
	case name == submissionsFile:
		return nil // followMoves writes it
	case path.Ext(name) == ".yaml":
		return c.copySpaced(name)
	case c.target == Legacy && !c.asIs && top == "submissions" && isInner && !slices.Contains(legacyFolders, folder):
		// problemtools calls other directories an error.
		return c.legacySubmission(name)
	}
	return c.copy(name, name)
}

// copySpaced copies a YAML file; other readers of YAML refuse tabs that indent.
func (c *conversion) copySpaced(name string) error {
	text, err := c.tree.read(name)
	if err != nil {
		return err
	}
	spaced := yamldoc.Spaced(text)
	if bytes.Equal(text, spaced) {
		return c.copy(name, name)
	}
	c.tree.used[name] = true
	return c.text(name, string(spaced))
}
