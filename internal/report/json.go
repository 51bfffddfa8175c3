package report

import (
	"encoding/json"
	"io"
	"time"

	"grundy/checker"
	"grundy/internal/bytesize"
	"grundy/internal/event"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// JSON writes one JSON object a line for each event, as docs/events.md describes. Text that is no UTF-8 has U+FFFD in
// place of the bytes that are not.
type JSON struct {
	lines *json.Encoder
	err   error
	// ends holds how the first test that was not accepted ended, by submission, for the done event.
	ends map[string]end
}

type end struct{ exit, signal int }

// NewJSON returns a JSON that writes to w, each line at once.
func NewJSON(w io.Writer) *JSON {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	return &JSON{lines: lines, ends: map[string]end{}}
}

// Event writes an event.
func (j *JSON) Event(e event.Event) {
	switch e := e.(type) {
	case event.Plan:
		j.write(planObject(e))
	case event.Compile:
		j.write(compileObject(e))
	case event.Start:
		j.write(startLine{Event: "start", Submission: e.Submission, Test: e.Test, Rerun: e.Rerun})
	case event.Test:
		if _, seen := j.ends[e.Submission]; !seen && e.Verdict != verdict.AC {
			j.ends[e.Submission] = end{e.Exit, e.Signal}
		}
		j.write(testObject(e))
	case event.GroupDone:
		j.write(groupLine{
			Event: "group", Submission: e.Submission, Group: e.Group,
			Verdict: e.Verdict, Score: e.Score, MaxScore: e.MaxScore,
		})
	case event.Done:
		j.write(doneObject(e, j.ends[e.Submission]))
		delete(j.ends, e.Submission)
	}
}

// Close returns the first error of writing.
func (j *JSON) Close() error { return j.err }

func (j *JSON) write(object any) {
	if j.err == nil {
		j.err = j.lines.Encode(object)
	}
}

// The objects of the stream. Fields without omitempty are always there.

type planLine struct {
	Event       string        `json:"event"`
	Problem     string        `json:"problem"`
	ProblemName string        `json:"problem_name"`
	Submission  string        `json:"submission"`
	Language    string        `json:"language"`
	Tests       int           `json:"tests"`
	TimeLimit   float64       `json:"time_limit_seconds"`
	TimeSource  string        `json:"time_limit_source,omitempty"`
	MemoryLimit bytesize.Size `json:"memory_limit_bytes"`
	OutputLimit bytesize.Size `json:"output_limit_bytes"`
	Tier        sandbox.Tier  `json:"tier"`
	Slots       int           `json:"slots"`
}

type compileLine struct {
	Event      string  `json:"event"`
	Submission string  `json:"submission"`
	Language   string  `json:"language"`
	OK         bool    `json:"ok"`
	Command    string  `json:"command,omitempty"`
	Cached     bool    `json:"cached"`
	Wall       float64 `json:"wall_seconds"`
	Reason     string  `json:"reason,omitempty"`
	Log        string  `json:"log,omitempty"`
	Skipped    bool    `json:"skipped"`
	Help       string  `json:"help,omitempty"`
}

type startLine struct {
	Event      string `json:"event"`
	Submission string `json:"submission"`
	Test       string `json:"test"`
	Rerun      int    `json:"rerun"`
}

type testLine struct {
	Event        string           `json:"event"`
	Submission   string           `json:"submission"`
	Test         string           `json:"test"`
	Index        int              `json:"index"`
	Sample       bool             `json:"sample"`
	Verdict      verdict.Verdict  `json:"verdict"`
	Reason       string           `json:"reason"`
	Score        *float64         `json:"score,omitempty"`
	CPU          float64          `json:"cpu_seconds"`
	Wall         float64          `json:"wall_seconds"`
	Runs         []float64        `json:"runs_seconds,omitempty"`
	Instructions int64            `json:"instructions,omitempty"`
	Peak         bytesize.Size    `json:"peak_bytes"`
	TimeLimit    float64          `json:"time_limit_seconds"`
	MemoryLimit  bytesize.Size    `json:"memory_limit_bytes"`
	Exit         int              `json:"exit_code"`
	Signal       int              `json:"signal"`
	Breach       sandbox.Breach   `json:"breach,omitempty"`
	OOMKills     int              `json:"oom_kills,omitempty"`
	Survivors    int              `json:"survivors,omitempty"`
	Tier         sandbox.Tier     `json:"tier"`
	Passes       int              `json:"passes"`
	Message      string           `json:"message,omitempty"`
	TeamMessage  string           `json:"team_message,omitempty"`
	Difference   *differenceValue `json:"difference,omitempty"`
	Input        string           `json:"input,omitempty"`
	Answer       string           `json:"answer,omitempty"`
	Output       string           `json:"output,omitempty"`
	Stderr       string           `json:"stderr,omitempty"`
	Transcript   []exchangeValue  `json:"transcript,omitempty"`
}

type groupLine struct {
	Event      string          `json:"event"`
	Submission string          `json:"submission"`
	Group      string          `json:"group"`
	Verdict    verdict.Verdict `json:"verdict"`
	Score      float64         `json:"score"`
	MaxScore   *float64        `json:"max_score,omitempty"`
}

type doneLine struct {
	Event       string          `json:"event"`
	Problem     string          `json:"problem"`
	Submission  string          `json:"submission"`
	Language    string          `json:"language"`
	Verdict     verdict.Verdict `json:"verdict"`
	Reason      string          `json:"reason"`
	First       string          `json:"first,omitempty"`
	Score       *float64        `json:"score,omitempty"`
	Tests       int             `json:"tests"`
	Passed      int             `json:"passed"`
	Failed      int             `json:"failed"`
	NotRun      int             `json:"not_run"`
	CPU         float64         `json:"cpu_seconds"`
	SlowestTest string          `json:"slowest_test,omitempty"`
	TimeLimit   float64         `json:"time_limit_seconds"`
	Wall        float64         `json:"wall_seconds"`
	Peak        bytesize.Size   `json:"peak_bytes"`
	Exit        int             `json:"exit_code"`
	Signal      int             `json:"signal"`
	Skipped     bool            `json:"skipped"`
	Interrupted bool            `json:"interrupted"`
	Tier        sandbox.Tier    `json:"tier"`
}

type differenceValue struct {
	OutputLine  int        `json:"output_line"`
	OutputToken int        `json:"output_token"`
	AnswerLine  int        `json:"answer_line"`
	AnswerToken int        `json:"answer_token"`
	Expected    string     `json:"expected"`
	Got         string     `json:"got"`
	Reason      string     `json:"reason"`
	Rows        []rowValue `json:"rows,omitempty"`
}

type rowValue struct {
	Expected *sideValue `json:"expected"`
	Got      *sideValue `json:"got"`
}

type sideValue struct {
	Line  int         `json:"line"`
	Spans []spanValue `json:"spans"`
}

type spanValue struct {
	Text    string `json:"text"`
	Changed bool   `json:"changed"`
}

type exchangeValue struct {
	At   float64     `json:"at_seconds"`
	From event.Party `json:"from"`
	Text string      `json:"text"`
}

func planObject(e event.Plan) planLine {
	return planLine{
		Event:       "plan",
		Problem:     e.Problem,
		ProblemName: e.ProblemName,
		Submission:  e.Submission,
		Language:    e.Language,
		Tests:       e.Tests,
		TimeLimit:   e.TimeLimit.Seconds(),
		TimeSource:  e.TimeLimitSource,
		MemoryLimit: e.MemoryLimit,
		OutputLimit: e.OutputLimit,
		Tier:        e.Tier,
		Slots:       e.Slots,
	}
}

func compileObject(e event.Compile) compileLine {
	return compileLine{
		Event:      "compile",
		Submission: e.Submission,
		Language:   e.Language,
		OK:         e.Failed == "",
		Command:    e.Command,
		Cached:     e.Cached,
		Wall:       e.Time.Seconds(),
		Reason:     e.Failed,
		Log:        e.Log,
		Skipped:    e.Skipped,
		Help:       e.Help,
	}
}

func testObject(e event.Test) testLine {
	return testLine{
		Event:        "test",
		Submission:   e.Submission,
		Test:         e.Test,
		Index:        e.Index,
		Sample:       e.Sample,
		Verdict:      e.Verdict,
		Reason:       e.Reason,
		Score:        e.Score,
		CPU:          e.CPU.Seconds(),
		Wall:         e.Wall.Seconds(),
		Runs:         seconds(e.Runs),
		Instructions: e.Instructions,
		Peak:         e.Memory,
		TimeLimit:    e.TimeLimit.Seconds(),
		MemoryLimit:  e.MemoryLimit,
		Exit:         e.Exit,
		Signal:       e.Signal,
		Breach:       e.Breach,
		OOMKills:     e.OOMKills,
		Survivors:    e.Survivors,
		Tier:         e.Tier,
		Passes:       max(1, e.Passes),
		Message:      e.Message,
		TeamMessage:  e.TeamMessage,
		Difference:   differenceObject(e.Difference),
		Input:        e.Input,
		Answer:       e.Answer,
		Output:       e.Output,
		Stderr:       e.Stderr,
		Transcript:   transcriptObject(e.Transcript),
	}
}

func doneObject(e event.Done, end end) doneLine {
	return doneLine{
		Event:       "done",
		Problem:     e.Problem,
		Submission:  e.Submission,
		Language:    e.Language,
		Verdict:     e.Verdict,
		Reason:      e.Reason,
		First:       e.First,
		Score:       e.Score,
		Tests:       e.Tests,
		Passed:      e.Passed,
		Failed:      e.Failed,
		NotRun:      e.NotRun,
		CPU:         e.Slowest.Seconds(),
		SlowestTest: e.SlowestTest,
		TimeLimit:   e.TimeLimit.Seconds(),
		Wall:        e.Wall.Seconds(),
		Peak:        e.Memory,
		Exit:        end.exit,
		Signal:      end.signal,
		Skipped:     e.Skipped,
		Interrupted: e.Interrupted,
		Tier:        e.Tier,
	}
}

func differenceObject(d *checker.Difference) *differenceValue {
	if d == nil {
		return nil
	}
	object := &differenceValue{
		OutputLine:  d.OutputLine,
		OutputToken: d.OutputToken,
		AnswerLine:  d.AnswerLine,
		AnswerToken: d.AnswerToken,
		Expected:    d.Expected,
		Got:         d.Got,
		Reason:      d.Reason,
	}
	for _, row := range d.Rows {
		object.Rows = append(object.Rows, rowValue{sideObject(row.Expected), sideObject(row.Got)})
	}
	return object
}

func sideObject(side *checker.Side) *sideValue {
	if side == nil {
		return nil
	}
	object := &sideValue{Line: side.Line, Spans: []spanValue{}}
	for _, span := range side.Spans {
		object.Spans = append(object.Spans, spanValue(span))
	}
	return object
}

func transcriptObject(exchanges []event.Exchange) []exchangeValue {
	var objects []exchangeValue
	for _, e := range exchanges {
		objects = append(objects, exchangeValue{e.At.Seconds(), e.From, e.Text})
	}
	return objects
}

func seconds(durations []time.Duration) []float64 {
	var values []float64
	for _, d := range durations {
		values = append(values, d.Seconds())
	}
	return values
}
