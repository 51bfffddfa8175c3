package problem

import (
	"slices"
	"strings"
	"testing"
)

// newTree has groups whose names begin each other's, and a static validation.
func newTree() *Group {
	group := func(name string, groups ...*Group) *Group {
		return &Group{Name: name, Cases: []*Case{{Name: name + "/a"}, {Name: name + "/b"}}, Groups: groups}
	}
	root := &Group{Groups: []*Group{group("sample"), group("secret", group("secret/1"), group("secret/10"))}}
	root.Groups[1].Groups[0].StaticValidation = &StaticValidation{Args: []string{"--short"}}
	return root
}

func TestSelect(t *testing.T) {
	for _, test := range []struct {
		named []string
		want  string
	}{
		{nil, "sample/a sample/b secret/a secret/b secret/1/static_validation secret/1/a secret/1/b secret/10/a secret/10/b"},
		{[]string{}, ""},
		{[]string{"secret/10/b", "sample/a", "secret/1"}, "sample/a secret/10/b"},
		{[]string{"secret/1/static_validation"}, "secret/1/static_validation"},
	} {
		got := newTree().Select(Named(test.named))
		if got == nil || !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("of %q: %q, want %q", test.named, got, test.want)
		}
	}
}

func TestFindCase(t *testing.T) {
	root := newTree()
	for _, name := range []string{"sample/b", "secret/a", "secret/1/a", "secret/10/b"} {
		if c := root.Case(name); c == nil || c.Name != name {
			t.Errorf("%s: found %v", name, c)
		}
	}
	for _, name := range []string{"", "secret", "secret/1", "secret/100/a", "secret/1/static_validation"} {
		if c := root.Case(name); c != nil {
			t.Errorf("%q: found %s, want none", name, c.Name)
		}
	}
}

func TestStaticValidationCase(t *testing.T) {
	root := newTree()
	if c := root.StaticValidationCase(); c != nil {
		t.Errorf("a group without one has %s", c.Name)
	}
	c := root.Groups[1].Groups[0].StaticValidationCase()
	if c == nil || c.Name != "secret/1/static_validation" || c.Input != "" || !slices.Equal(c.OutputArgs, []string{"--short"}) {
		t.Errorf("got %+v", c)
	}
}

func validatorCase(kind ValidatorCaseKind, name string) ValidatorCase {
	return ValidatorCase{Kind: kind, Case: Case{Name: name}}
}

func TestFindValidatorCase(t *testing.T) {
	p := &Problem{ValidatorCases: []ValidatorCase{validatorCase(InvalidInput, "a"), validatorCase(ValidOutput, "a"), validatorCase(ValidOutput, "b")}}
	if c := p.ValidatorCase(ValidOutput, "a"); c != &p.ValidatorCases[1] {
		t.Errorf("got %+v", c)
	}
	if c := p.ValidatorCase(InvalidInput, "b"); c != nil {
		t.Errorf("got %+v, want none", c)
	}
}

func TestIsFileName(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "_a-B.9": true, strings.Repeat("x", 255): true,
		"": false, ".a": false, "-a": false, "a b": false, "a/b": false, "é": false, strings.Repeat("x", 256): false,
	} {
		if got := IsFileName(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}
