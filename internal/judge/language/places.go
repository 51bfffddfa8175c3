package language

import (
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
)

// readLibraries adds libraries to all rows of a language: "cpp: ~/ac-library".
func (r *reader) readLibraries(value yamldoc.Value) {
	byCode, ok := value.Mapping()
	if !ok {
		return
	}
	for _, entry := range byCode.Rest() {
		var places Places
		if !entry.Value.Decode(&places) {
			continue
		}
		known := false
		for i, row := range r.table.rows {
			if row.Code != entry.Key {
				continue
			}
			more := *row
			more.Libraries = slices.Concat(row.Libraries, r.own.placed(places))
			r.table.rows[i], known = &more, true
		}
		if !known {
			r.fault(entry.Name.Line(), yamldoc.Suggest(entry.Key, r.table.ids()), "%s: unknown language %q", r.own.Libraries, entry.Key)
		}
	}
}

// placed makes the paths of a file absolute, except those at home: others begin in the directory of the file.
func (o Rows) placed(places Places) Places {
	var absolute Places
	for _, place := range places {
		if !filepath.IsAbs(place) && !strings.HasPrefix(place, "~") {
			place = filepath.Join(filepath.Dir(o.File), place)
		}
		absolute = append(absolute, place)
	}
	return absolute
}

// atHome replaces ~ as a shell would.
func (t *Toolchain) atHome(place string) string {
	below, is := strings.CutPrefix(place, "~")
	if home := t.environment.Home(); is && home != "" && (below == "" || below[0] == '/') {
		return home + below
	}
	return place
}
