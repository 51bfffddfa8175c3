package problemset

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// reader reads the files that describe a contest.
type reader struct {
	problem.Report
	dir   string
	there []string // the packages in the directory
}

// maxText bounds what is read of a file: more than the parser accepts.
const maxText = 1 << 20

// parse reads a file of the directory; false if it is missing, empty or faulty.
func (r *reader) parse(file string) (yamldoc.Value, bool) {
	opened, err := os.Open(filepath.Join(r.dir, file))
	if os.IsNotExist(err) {
		return yamldoc.Value{}, false
	}
	var text []byte
	if err == nil {
		defer opened.Close()
		text, err = io.ReadAll(io.LimitReader(opened, maxText))
	}
	if err != nil {
		r.Fail(problem.Position{File: file}, "make the file readable", "cannot read the file: %v", problem.Reason(err))
		return yamldoc.Value{}, false
	}
	return r.Parse(file, text)
}

// about returns the contest's metadata in contest.yaml; "" for missing values.
func about(root yamldoc.Value) (name, start, duration string) {
	for _, key := range []string{"formal_name", "name"} {
		if v, found := root.At(key); found && v.Kind() == yamldoc.Text {
			name = v.Raw()
			break
		}
	}
	return name, text(root, "start_time", "start-time"), text(root, "duration")
}

// list reads a list of problems; nil if the file contains none.
func (r *reader) list(file string, root yamldoc.Value) []Member {
	if root.Kind() == yamldoc.Map {
		var ok bool
		if root, ok = root.At("problems"); !ok {
			return nil
		}
	}
	if root.Kind() != yamldoc.List {
		r.Fail(problem.At(root), "write - {id: nim, label: A}, a line for each", "want a list of problems")
		return nil
	}
	items, _ := root.Items("")
	members := []Member{}
	labels, ids := map[string]int{}, map[string]int{}
	for _, item := range items {
		member, ok := r.member(item)
		if !ok {
			continue
		}
		if line := ids[member.ID]; line > 0 {
			r.Fail(problem.At(item), "list each problem once", "%s stands in line %d, too", member.ID, line)
			continue
		}
		if line := labels[member.Label]; line > 0 && member.Label != "" {
			r.Fail(problem.At(item), "give each problem a label of its own", "the label %s is that of the problem in line %d, too", member.Label, line)
		}
		ids[member.ID], labels[member.Label] = item.Line(), item.Line()
		members = append(members, member)
	}
	for _, id := range r.there {
		if ids[id] == 0 {
			r.Warn(problem.Position{File: file}, fmt.Sprintf("add - id: %s, or move the package elsewhere", id), "the package %s is not listed, and so no part of the set", id)
		}
	}
	return members
}

var rgbText = lazyregexp.New(`^#[0-9a-fA-F]{6}$`)

// member reads an entry, with the current keys or those of the older problemset.yaml.
func (r *reader) member(v yamldoc.Value) (Member, bool) {
	var m Member
	m.ID = text(v, "id", "short-name")
	m.Label = text(v, "label", "letter")
	m.Color = text(v, "color")
	m.RGB = text(v, "rgb")
	switch {
	case m.ID == "":
		folder := "nim"
		if v.Kind() == yamldoc.Text {
			folder = v.Raw()
		}
		r.Fail(problem.At(v), "write the name of its directory: - id: "+folder, "the problem has no id")
		return m, false
	case !slices.Contains(r.there, m.ID):
		r.Fail(problem.At(v), "write the name of a directory beside this file that has a problem.yaml", "there is no package %q here%s", m.ID, hint.DidYouMean(m.ID, r.there))
		return m, false
	case m.Label == "":
		r.Warn(problem.At(v), "write label: "+letters(slices.Index(r.there, m.ID)), "%s has no label", m.ID)
	case strings.ContainsAny(m.Label, " \t\n"):
		r.Fail(problem.At(v), "write one letter", "the label %q holds white space", m.Label)
	}
	if m.RGB != "" && !rgbText().MatchString(m.RGB) {
		r.Warn(problem.At(v), `write rgb: "#FF7109"`, "rgb: %q is not a colour", m.RGB)
		m.RGB = ""
	}
	return m, true
}

// text returns the scalar under the first existing key, or "".
func text(v yamldoc.Value, keys ...string) string {
	for _, key := range keys {
		if found, ok := v.At(key); ok {
			switch found.Kind() {
			case yamldoc.Text, yamldoc.Integer, yamldoc.Float:
				return found.Raw()
			}
		}
	}
	return ""
}
