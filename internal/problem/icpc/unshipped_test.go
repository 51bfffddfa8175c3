package icpc

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnshipped looks at a case that the record names and data/ lacks.
func TestUnshipped(t *testing.T) {
	sum := strings.Repeat("ab", 32)
	p := loadClean(t, complete2025, yaml2025(""), "-- generators/generators.yaml --\ndata: {secret: {}}\n"+
		"-- generators/generated.sha256 --\n"+sum+"  data/secret/05-large.in\n"+sum+"  data/secret/05-large.ans\n"+
		sum+"  data/secret/1.in\n-- data/secret/05-large.yaml --\ndescription: large\n")
	for _, c := range p.Data.AllCases() {
		if c.Name != "secret/05-large" {
			if len(c.Unshipped) > 0 {
				t.Errorf("%s lacks %v", c.Name, c.Unshipped)
			}
			continue
		}
		if diff := cmp.Diff([]string{".ans", ".in"}, c.Unshipped); diff != "" || c.Description != "large" {
			t.Errorf("%+v\n%s", c, diff)
		}
		return
	}
	t.Error("the case is missing")
}
