package generators

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// readDirectory reads a directory of test data.
func (r *reader) readDirectory(m *yamldoc.Mapping, name string, line int, above inherited) {
	settings := r.settings(m, above)
	r.directoryType(m, "directory")
	r.groupFileKey(m, name)
	if data, ok := m.Take("data"); ok {
		r.readEntries(data, name, settings)
	}
	if include, ok := m.Take("include"); ok {
		r.readIncludes(include, name)
	}
	m.Finish(nil)
}

// readEntries reads the content of a directory: a map, or a list whose entries are numbered.
func (r *reader) readEntries(data yamldoc.Value, folder string, settings inherited) {
	if data.Kind() != yamldoc.List {
		if m, ok := data.Mapping(); ok {
			for _, f := range byKey(m.Rest()) {
				r.readEntry(f, folder, settings, nil)
			}
		}
		return
	}
	items, _ := data.Items("")
	groups := counter{}
	for _, item := range items {
		groups.all += countDirectories(item)
	}
	for _, item := range items {
		m, ok := item.Mapping()
		if !ok {
			continue
		}
		fields := m.Rest()
		if len(fields) != 1 {
			item.Fault("write each in an item of its own: - name: …", "want one case or directory, got %d", len(fields))
			continue
		}
		r.readEntry(fields[0], folder, settings, &groups)
	}
}

func byKey(fields []*yamldoc.Field) []*yamldoc.Field {
	slices.SortStableFunc(fields, func(a, b *yamldoc.Field) int { return cmp.Compare(a.Key, b.Key) })
	return fields
}

// readEntry reads a case or a directory. groups numbers the directories in a list; elsewhere it is nil.
func (r *reader) readEntry(f *yamldoc.Field, folder string, settings inherited, groups *counter) {
	if f.Key == "" && groups == nil {
		r.Fail(problem.At(f.Name), "give it a name, or write data as a list, which numbers its cases", "the name is empty")
		return
	}
	if isDirectory(f.Value) {
		name := f.Key
		if groups != nil {
			name = groups.name(f.Key)
		}
		full := folder + "/" + name
		if r.checkName(f, name, full) {
			m, _ := f.Value.Mapping()
			known := len(r.rules.Cases)
			r.readDirectory(m, full, f.Name.Line(), settings)
			r.learn(f.Key, r.rules.Cases[known:])
		}
		return
	}
	r.readCases(f, folder, settings, groups != nil)
}

// isDirectory distinguishes directories from cases by the keys that only cases have.
func isDirectory(v yamldoc.Value) bool {
	return v.Kind() == yamldoc.Map &&
		!slices.ContainsFunc(v.Entries(), func(f *yamldoc.Field) bool { return slices.Contains(caseKeys, f.Key) })
}

// checkName reports invalid and duplicate names.
func (r *reader) checkName(f *yamldoc.Field, name, full string) bool {
	switch {
	case !problem.IsFileName(name):
		r.Fail(problem.At(f.Name), "use letters, digits, _ . - only, and begin with a letter, digit or _", "%q is not a name for a test case or directory", name)
	case name+".yaml" == r.groupFile():
		r.Fail(problem.At(f.Name), "rename the test case", "its settings would be those of the group")
	case strings.HasSuffix(name, ".in"):
		r.Fail(problem.At(f.Name), "leave out .in", "the name %s ends in .in", name)
	case r.twice[full]:
		r.Fail(problem.At(f.Name), "rename one of them", "there are two entries %s", full)
	default:
		r.twice[full] = true
		return true
	}
	return false
}

func (r *reader) groupFile() string {
	if r.p.Format == problem.V2025 {
		return "test_group.yaml"
	}
	return "testdata.yaml"
}

// groupFileKey reads the settings of a directory, which become a file in it.
func (r *reader) groupFileKey(m *yamldoc.Mapping, name string) {
	for _, key := range []string{"test_group.yaml", "testdata.yaml"} {
		v, ok := m.Take(key)
		if !ok {
			continue
		}
		if key != r.groupFile() {
			v.Fault("write "+r.groupFile()+" and adapt its keys", "version %s reads %s", r.p.Format, r.groupFile())
			continue
		}
		if text, ok := v.Block(); ok {
			r.rules.Groups = append(r.rules.Groups, Group{
				Name: name, Line: v.Line(), Settings: text, File: path.Join("data", name, key),
			})
		}
	}
}

// learn remembers the cases of a key, for include.
func (r *reader) learn(key string, cases []*Case) {
	r.known[key] = append(r.known[key], cases...)
}

// readIncludes adds the cases of other directories to a directory.
func (r *reader) readIncludes(v yamldoc.Value, folder string) {
	keys, ok := v.Items("write a list of keys: [small, large]")
	if !ok {
		return
	}
	included := map[string]*Case{}
	for _, item := range keys {
		key, ok := item.Scalar()
		if !ok {
			continue
		}
		cases := r.known[key]
		if len(cases) == 0 {
			item.Fault("name the key of a case or directory that stands before", "there is no case or directory %s to include", key)
			continue
		}
		for _, c := range slices.Clone(cases) {
			full := folder + "/" + path.Base(c.Name)
			origin := c
			if c.Include != nil {
				origin = c.Include
			}
			if included[full] == origin {
				continue // the case is in several of the keys
			}
			if r.twice[full] {
				item.Fault("rename one of them", "there are two entries %s", full)
				continue
			}
			r.twice[full] = true
			included[full] = origin
			r.rules.Cases = append(r.rules.Cases, &Case{Name: full, Line: item.Line(), Include: origin, Retries: 1})
		}
	}
}
