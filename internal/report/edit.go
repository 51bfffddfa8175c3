package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"grundy/internal/author/edit"
	"grundy/internal/terminal"
	"grundy/internal/verdict"
)

// EditText writes for people what became of the test cases of a package.
type EditText struct {
	look
	verbose bool
	out     io.Writer
}

// NewEditText returns an EditText that writes to w.
func NewEditText(w io.Writer, options TextOptions) *EditText {
	return &EditText{newLook(options.Color, options.Width), options.Verbose, w}
}

// Added tells of a new case: who was asked about it, and what it is good for.
func (t *EditText) Added(a edit.Added) error {
	head := "added"
	if a.Dry {
		head = "would be added"
	}
	lines := []string{
		fmt.Sprintf("%s  %s %s", t.pen.Draw(terminal.Strong, terminal.Line(a.Problem)), t.pen.Draw(terminal.Strong, terminal.Line(a.Case)), head),
	}
	if a.Rule != "" {
		lines = append(lines, "  rule     "+terminal.Line(a.Rule))
	}
	lines = append(lines, fmt.Sprintf("  input    %s, %s", a.Input, asked(a.Validators, "input validator accepts it", "input validators accept it", "no input validator looked at it")))
	if a.Answered != "" {
		lines = append(lines, "  answer   by "+terminal.Line(a.Answered))
	}
	lines = append(lines, "  check    "+asked(len(a.Accepted), "accepted submission agrees", "accepted submissions agree", "no accepted submission looked at it"))
	lines = append(lines, t.kills(a)...)
	for _, name := range a.Skipped {
		lines = append(lines, "  skipped  "+terminal.Line(name))
	}
	lines = append(lines, t.trailer(a.Renamed, a.Files, a.Notes)...)
	return t.write(lines)
}

func asked(count int, one, several, none string) string {
	switch count {
	case 0:
		return none
	case 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, several)
}

// kills are the submissions that the case kills, those first that nothing killed before.
func (t *EditText) kills(a edit.Added) []string {
	if len(a.Kills) == 0 {
		if len(a.Spared) == 0 {
			return nil
		}
		return t.noted("it kills none of the wrong submissions")
	}
	var first, others []string
	for _, k := range a.Kills {
		line := fmt.Sprintf("  kills    %s %s", t.badge(k.Verdict), terminal.Line(k.Submission))
		if k.Unexpected {
			line += "  a verdict that its folder does not permit"
		}
		if k.First {
			first = append(first, line+"  "+t.pen.Draw(terminal.Good, "nothing killed it before"))
		} else {
			others = append(others, line)
		}
	}
	if len(first) == 0 {
		others = append(others, t.noted("all of them were killed before")...)
	}
	return append(first, others...)
}

func (t *EditText) noted(text string) []string {
	var lines []string
	for i, line := range t.wrap(text, messageLines) {
		label := "  note     "
		if i > 0 {
			label = "           "
		}
		lines = append(lines, label+line)
	}
	return lines
}

// Changed tells of cases that were removed or renamed.
func (t *EditText) Changed(c edit.Changed) error {
	head := t.pen.Draw(terminal.Strong, terminal.Line(c.Problem))
	if c.Dry {
		head += "  nothing was changed, this is what would be"
	}
	lines := []string{head}
	for _, name := range c.Removed {
		lines = append(lines, "  removed  "+terminal.Line(name))
	}
	return t.write(append(lines, t.trailer(c.Renamed, c.Files, c.Notes)...))
}

// trailer lists what else happened.
func (t *EditText) trailer(renamed []edit.Renaming, files, notes []string) []string {
	var lines []string
	for _, r := range renamed {
		lines = append(lines, fmt.Sprintf("  renamed  %s → %s", terminal.Line(r.Old), terminal.Line(r.New)))
	}
	const most = 12
	for i, file := range files {
		if i >= most && !t.verbose && len(files) > most+1 {
			lines = append(lines, fmt.Sprintf("           … %d more", len(files)-i))
			break
		}
		label := "           "
		if i == 0 {
			label = "  files    "
		}
		lines = append(lines, label+t.pen.Draw(terminal.Faint, terminal.Line(file)))
	}
	for _, note := range notes {
		lines = append(lines, t.noted(note)...)
	}
	return lines
}

func (t *EditText) write(lines []string) error {
	_, err := io.WriteString(t.out, strings.Join(lines, "\n")+"\n")
	return err
}

// EditJSON writes one JSON object for each of the same events, as docs/adding-tests.md describes.
type EditJSON struct{ lines *json.Encoder }

// NewEditJSON returns an EditJSON that writes to w.
func NewEditJSON(w io.Writer) *EditJSON {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return &EditJSON{encoder}
}

// Added writes the event of a new case.
func (j *EditJSON) Added(a edit.Added) error {
	line := addedLine{
		Event: "added", Problem: a.Problem, Case: a.Case, Rule: a.Rule, Bytes: int64(a.Input), Answered: a.Answered, Validators: a.Validators,
		Accepted: []judgedValue{}, Kills: []killValue{}, Spared: a.Spared, Skipped: a.Skipped, Renamed: renamings(a.Renamed),
		Files: a.Files, Notes: a.Notes, Dry: a.Dry,
	}
	for _, judged := range a.Accepted {
		line.Accepted = append(line.Accepted, judgedValue{judged.Submission, judged.Time.Seconds()})
	}
	for _, k := range a.Kills {
		line.Kills = append(line.Kills, killValue{k.Submission, k.Verdict, k.Reason, k.First, !k.Unexpected})
	}
	return j.lines.Encode(line)
}

// Changed writes the event of removed and renamed cases.
func (j *EditJSON) Changed(c edit.Changed) error {
	return j.lines.Encode(changedLine{
		Event: "changed", Problem: c.Problem, Removed: c.Removed, Renamed: renamings(c.Renamed), Files: c.Files, Notes: c.Notes, Dry: c.Dry,
	})
}

func renamings(list []edit.Renaming) []renamedValue {
	var values []renamedValue
	for _, r := range list {
		values = append(values, renamedValue{r.Old, r.New})
	}
	return values
}

type addedLine struct {
	Event      string         `json:"event"`
	Problem    string         `json:"problem"`
	Case       string         `json:"case"`
	Rule       string         `json:"rule,omitempty"`
	Bytes      int64          `json:"input_bytes"`
	Answered   string         `json:"answered_by,omitempty"`
	Validators int            `json:"input_validators"`
	Accepted   []judgedValue  `json:"accepted"`
	Kills      []killValue    `json:"kills"`
	Spared     []string       `json:"spared,omitempty"`
	Skipped    []string       `json:"skipped,omitempty"`
	Renamed    []renamedValue `json:"renamed,omitempty"`
	Files      []string       `json:"files,omitempty"`
	Notes      []string       `json:"notes,omitempty"`
	Dry        bool           `json:"dry_run,omitempty"`
}

type judgedValue struct {
	Submission string  `json:"submission"`
	CPU        float64 `json:"cpu_seconds"`
}

type killValue struct {
	Submission string          `json:"submission"`
	Verdict    verdict.Verdict `json:"verdict"`
	Reason     string          `json:"reason,omitempty"`
	First      bool            `json:"first"`
	Permitted  bool            `json:"permitted"`
}

type changedLine struct {
	Event   string         `json:"event"`
	Problem string         `json:"problem"`
	Removed []string       `json:"removed,omitempty"`
	Renamed []renamedValue `json:"renamed,omitempty"`
	Files   []string       `json:"files,omitempty"`
	Notes   []string       `json:"notes,omitempty"`
	Dry     bool           `json:"dry_run,omitempty"`
}

type renamedValue struct {
	Old string `json:"old"`
	New string `json:"new"`
}
