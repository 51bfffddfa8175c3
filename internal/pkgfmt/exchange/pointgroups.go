package exchange

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
)

// pointGroup is a group of tests that is worth points, below secret; without a name it is secret itself.
type pointGroup struct {
	name        string
	points      float64
	aggregation string
	needs       []string // names of other groups, below data/
	cases       []testCase
}

// addGroups adds the cases of groups; their names are below their group. args are the arguments of the output validator.
func (im *importer) addGroups(source string, groups []pointGroup, scoring bool, args []string) error {
	var all shares
	for _, g := range groups {
		folder := strings.TrimSuffix("secret/"+g.name, "/")
		for _, c := range g.cases {
			c.name = folder + "/" + c.name
			if err := im.addCase(c); err != nil {
				return err
			}
		}
		if g.name == "" {
			all.given = int(g.points)
			continue
		}
		if !scoring {
			continue // its directory suffices
		}
		m := keys{{Key: "score_aggregation", Value: g.aggregation}}
		set(&m, "max_score", im.share(source, "group "+g.name, g.points, &all))
		set(&m, "require_pass", g.needs)
		if err := im.yaml("data/"+folder+"/test_group.yaml", m); err != nil {
			return err
		}
	}
	var whole keys
	if scoring {
		set(&whole, "max_score", all.given)
	}
	set(&whole, "output_validator_args", args)
	return im.yaml("data/secret/test_group.yaml", whole)
}

// parts matches what a checker written with testlib does to award a part of the points.
var parts = lazyregexp.New(`\bquitp\b|\b_pc\b|\b_points\b|\b_partially\b`)

// givesParts reports whether the output validator may award a part of the points.
func (im *importer) givesParts() bool {
	for name, f := range im.files {
		if strings.HasPrefix(name, "output_validator/") && path.Base(name) != testlibHeader {
			if text, err := f.content(); err != nil || parts().Match(text) {
				return true
			}
		}
	}
	return false
}

// addSamples adds the samples, with the arguments of the output validator.
func (im *importer) addSamples(samples []testCase, args []string) error {
	for _, c := range samples {
		c.name = "sample/" + c.name
		if err := im.addCase(c); err != nil {
			return err
		}
	}
	if len(samples) == 0 || len(args) == 0 {
		return nil
	}
	return im.yaml("data/sample/test_group.yaml", keys{{Key: "output_validator_args", Value: args}})
}

// noteKeys notes the keys of a map that have no place.
func (im *importer) noteKeys(source, at string, m keys, known ...string) {
	for _, item := range m {
		if key := fmt.Sprint(item.Key); !slices.Contains(known, key) {
			im.note(source, "%s%s: %v has no place", at, key, shortValue(item.Value))
		}
	}
}

// shortValue writes a value of a file for a note.
func shortValue(value any) string {
	const longest = 60
	text := strings.Join(strings.Fields(fmt.Sprint(value)), " ")
	if letters := []rune(text); len(letters) > longest {
		text = string(letters[:longest]) + "…"
	}
	return text
}

// maps returns the maps of a list, or the map that stands in its place.
func mapsOf(value any) []keys {
	var all []keys
	for _, item := range list(value) {
		if m, isMap := item.(yamldoc.Ordered); isMap {
			all = append(all, m)
		}
	}
	return all
}
