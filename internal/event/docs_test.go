package event_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grundy/checker"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// parts are the objects within events by their names in docs/events/fields.md.
var parts = map[string]any{
	"leniency": checker.Leniency{}, "difference": checker.Difference{}, "row": checker.Row{}, "side": checker.Side{}, "span": checker.Span{}, "exchange": event.Exchange{},
	"fault": problem.Diagnostic{}, "bound": event.BoundRow{}, "range": event.BoundRange{}, "result": event.Cell{}, "timing": problem.Timing{}, "case": event.CaseCatches{}, "used": event.Usage{},
	"need": event.Need{}, "operator": event.OperatorRow{}, "stale": event.Stale{}, "survivor": event.MutantResult{}, "hunk": event.Hunk{},
	"change": event.FileChange{}, "judged": event.Judged{}, "catch": event.Catch{}, "renamed": event.Renaming{}, "sourcefile": event.SourceFile{},
	"disagreement": event.Disagreement{}, "cross-check": event.CrossCheck{}, "checker verdict": event.CheckerVerdict{},
	"point": event.GrowthPoint{}, "row of a set": event.SetRow{},
	"outcome": event.PackageOutcome{}, "row of a comparison": event.ComparisonRow{}, "safety of a package": event.SafetyRow{}, "safety of a class": event.SafetyClass{}, "language timing": event.LanguageTiming{},
}

// docs/events/fields.md has rows for each event and for each object within one, with exactly the fields that are written, in
// their order, with their types. The field event, which each event begins with, has no row.
func TestEveryFieldIsDocumented(t *testing.T) {
	documented, _, shares := documentedFields(t)
	written := map[string][]string{}
	for _, kind := range event.Kinds() {
		written[kind.Kind()] = describe(event.Fields(kind))
	}
	for heading, part := range parts {
		written[heading] = describe(event.Fields(part))
	}
	for heading, want := range written {
		got := documented[heading]
		if shares[heading] { // the table does not say where the shared fields stand on the line
			slices.Sort(got)
			slices.Sort(want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\nwritten    %q\ndocumented %q", heading, want, got)
		}
	}
	for heading := range documented {
		if written[heading] == nil && heading != common {
			t.Errorf("%q is documented and never written", heading)
		}
	}
}

var (
	// titleRow begins the rows of an event, or of an object within events, whose fields follow.
	titleRow = regexp.MustCompile(`^\| \*\*([a-z_ -]+)\*\* \| (?:event|object) \| ([^|]+) \|$`)
	fieldRow = regexp.MustCompile("^\\| `([a-z_]+)` \\| ([a-z ,]+) \\| ([^|]+) \\|$")
	// inclusion begins the text of an object that has all fields of another one, too.
	inclusion = regexp.MustCompile("^The fields of `([a-z ]+)`")
	// sharing ends the text of an object that has some of the common fields.
	sharing    = regexp.MustCompile("With ((?:`[a-z_]+`(?:, )?)+)\\.$")
	sharedName = regexp.MustCompile("[a-z_]+")
)

// common is the object in docs/events/fields.md whose fields many events have.
const common = "common"

// documentedFields are the names and types of the fields by their heading, what they mean by heading and name, and which headings share
// fields with other ones.
func documentedFields(t *testing.T) (fields map[string][]string, meanings map[string]string, shares map[string]bool) {
	t.Helper()
	const path = "../../docs/events/fields.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fields, meanings, shares = map[string][]string{}, map[string]string{}, map[string]bool{}
	share := func(from, heading string, wanted func(name string) bool) {
		for _, field := range fields[from] {
			if name, _, _ := strings.Cut(field, " "); wanted(name) {
				shares[heading] = true
				fields[heading] = append(fields[heading], field)
				meanings[heading+" "+name] = meanings[from+" "+name]
			}
		}
	}
	_, tables, _ := strings.Cut(string(text), "| **"+common+"** |")
	heading, included := "", map[string]string{}
	for line := range strings.Lines("| **" + common + "** |" + tables) {
		line = strings.TrimSuffix(line, "\n")
		if match := titleRow.FindStringSubmatch(line); match != nil {
			heading = match[1]
			if inner := inclusion.FindStringSubmatch(match[2]); inner != nil {
				included[heading] = inner[1]
			}
			if inner := sharing.FindStringSubmatch(match[2]); inner != nil {
				names := sharedName.FindAllString(inner[1], -1)
				share(common, heading, func(name string) bool { return slices.Contains(names, name) })
			}
		} else if match := fieldRow.FindStringSubmatch(line); match != nil {
			fields[heading] = append(fields[heading], match[1]+" "+match[2])
			meanings[heading+" "+match[1]] = match[3]
		} else if strings.HasPrefix(line, "| `") || strings.HasPrefix(line, "| **") {
			t.Errorf("%s: the row has not the form of the others: %s", path, line)
		}
	}
	for heading, other := range included {
		share(other, heading, func(string) bool { return true })
	}
	return fields, meanings, shares
}

func describe(fields []event.Field) []string {
	var rows []string
	for _, field := range fields {
		kind := jsonType(field.Type)
		if field.Optional {
			kind = strings.TrimSuffix(kind, " or null") + ", optional"
		}
		rows = append(rows, field.Name+" "+kind)
	}
	return rows
}

func jsonType(t reflect.Type) string {
	if _, isText := reflect.New(t).Interface().(interface{ UnmarshalText([]byte) error }); isText || t == reflect.TypeFor[[]byte]() {
		return "string"
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Uint32, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return jsonType(t.Elem()) + " or null"
	case reflect.Slice:
		return "array of " + jsonType(t.Elem()) + "s"
	default:
		return "object"
	}
}
