package sitelog

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
)

// columns are the names of the columns of a table, the first of each as this project writes it.
var columns = [][]string{
	{"id", "submission", "submission_id", "submissionid", "submission id"},
	{"problem", "problem_id", "problemid", "problem id", "problem_name"},
	{"language", "language_id", "lang", "programming language"},
	{"verdict", "judgement", "judgment", "judgement_type_id", "status", "result", "outcome"},
	{"file", "path", "source"},
}

// rowHelp is the remedy of tables that cannot be read.
const rowHelp = "write the columns id,problem,language,verdict, and file where the sources are not named after the id"

// entry is a row of a table, in the order of columns.
type entry [5]string

// submission is the row as one.
func (e entry) submission() Submission {
	s := Submission{ID: e[0], Languages: []string{e[2]}, Verdict: ParseVerdict(e[3])}
	if e[1] != "" {
		s.Problems = []string{e[1]}
	}
	return s
}

// readTable reads verdicts.csv, verdicts.tsv or verdicts.json.
func readTable(t *tree) (*Log, error) {
	name := t.first("verdicts.csv", "verdicts.tsv", "verdicts.json")
	if name == "" {
		return nil, nil
	}
	content, err := t.read(name)
	if err != nil {
		return nil, err
	}
	var rows []entry
	if path.Ext(name) == ".json" {
		rows, err = jsonRows(content)
	} else {
		rows, err = csvRows(content, path.Ext(name) == ".tsv")
	}
	if err != nil {
		return nil, hint.Errorf(rowHelp, "%s: %w", name, err)
	}
	log := &Log{Format: name}
	for _, row := range rows {
		s := row.submission()
		if row[4] != "" {
			place := path.Clean(strings.ReplaceAll(row[4], `\`, "/"))
			if !t.has(place) && len(t.below(place)) == 0 {
				return nil, hint.Errorf("write its path below the directory of the table", "%s: submission %s: there is no %s", name, s.ID, row[4])
			}
			if err := t.take(&s, place); err != nil {
				return nil, err
			}
		}
		log.Submissions = append(log.Submissions, s)
	}
	return log, t.attach(log.Submissions)
}

// csvRows reads a table whose first row names the columns, or whose columns are id, problem, language, verdict and file.
func csvRows(content []byte, tabs bool) ([]entry, error) {
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	in.FieldsPerRecord, in.TrimLeadingSpace = -1, true
	if tabs {
		in.Comma, in.LazyQuotes = '\t', true
	}
	records, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("the table is empty")
	}
	places := []int{0, 1, 2, 3, 4}
	if headed := headings(records[0]); headed[0] >= 0 && headed[3] >= 0 {
		places, records = headed, records[1:]
	}
	var rows []entry
	for i, record := range records {
		var row entry
		for column, place := range places {
			if place >= 0 && place < len(record) {
				row[column] = strings.TrimSpace(record[place])
			}
		}
		if row[0] == "" || row[3] == "" {
			return nil, fmt.Errorf("row %d has no id or no verdict", i+1)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// headings returns where the columns stand in the first row, -1 for those that it does not name.
func headings(first []string) []int {
	places := make([]int, len(columns))
	for column, names := range columns {
		places[column] = slices.IndexFunc(first, func(cell string) bool {
			return slices.Contains(names, strings.ToLower(strings.TrimSpace(cell)))
		})
	}
	return places
}

// jsonRows reads a list of objects with these columns.
func jsonRows(content []byte) ([]entry, error) {
	var list []map[string]text
	if err := json.Unmarshal(content, &list); err != nil {
		return nil, fmt.Errorf("want a list of objects: %w", err)
	}
	var rows []entry
	for i, item := range list {
		row := entryOf(item)
		if row[0] == "" || row[3] == "" {
			return nil, fmt.Errorf("object %d has no id or no verdict", i+1)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// entryOf reads the columns from the keys of an object.
func entryOf(item map[string]text) entry {
	var row entry
	for column, names := range columns {
		for _, name := range names {
			if row[column] == "" {
				row[column] = string(item[name])
			}
		}
	}
	return row
}
