package icpc

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnshipped looks at a case that the record names and data/ lacks, and at what the rules say of cases.
func TestUnshipped(t *testing.T) {
	sum := strings.Repeat("ab", 32)
	p := loadClean(t, complete2025, yaml2025(""), "-- generators/generators.yaml --\ndata: {secret: {data: {05-large: {in: x, desc: large}, \"1\": {in: x, desc: small}}}}\n"+
		"-- generators/generated.sha256 --\n"+sum+"  data/secret/05-large.in\n"+sum+"  data/secret/05-large.ans\n"+
		sum+"  data/secret/1.in\n-- data/secret/05-large.yaml --\nhint: think\n-- data/secret/1.yaml --\ndescription: of its own\n")
	for _, c := range p.Data.AllCases() {
		if c.Name != "secret/05-large" {
			if len(c.Unshipped) > 0 {
				t.Errorf("%s lacks %v", c.Name, c.Unshipped)
			}
			if c.Name == "secret/1" && c.Description != "of its own" {
				t.Errorf("the file of a case says less than the rules: %q", c.Description)
			}
			continue
		}
		if diff := cmp.Diff([]string{".ans", ".in"}, c.Unshipped); diff != "" || c.Description != "large" || c.Hint != "think" {
			t.Errorf("%+v\n%s", c, diff)
		}
		return
	}
	t.Error("the case is missing")
}
