package sitelog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
)

// Sources: the CCS specifications, "Contest API" (2020-03 to 2026-01) and "Contest Package Format".

// text is a string, or a number that stands for one; "" for null.
type text string

// UnmarshalJSON reads it. Other values are as good as none.
func (t *text) UnmarshalJSON(data []byte) error {
	var quoted string
	if json.Unmarshal(data, &quoted) == nil {
		*t = text(quoted)
	} else if len(data) > 0 && (data[0] == '-' || data[0] >= '0' && data[0] <= '9') {
		*t = text(data)
	}
	return nil
}

// object is what the API says of an object, of those kinds that matter here.
type object struct {
	ID text `json:"id"`
	// Of problems and languages.
	Label      text `json:"label"`
	ShortName  text `json:"short_name"`
	ExternalID text `json:"externalid"`
	Name       text `json:"name"`
	// Of submissions.
	ProblemID  text `json:"problem_id"`
	LanguageID text `json:"language_id"`
	EntryPoint text `json:"entry_point"`
	// Of judgements. Valid is DOMjudge's, Current that of 2026-01: false for those that a later one replaced.
	SubmissionID text  `json:"submission_id"`
	TypeID       text  `json:"judgement_type_id"`
	Valid        *bool `json:"valid"`
	Current      *bool `json:"current"`
	// Of types of judgements.
	Solved *bool `json:"solved"`
}

// isReplaced reports whether a later judgement replaced this one.
func (o object) isReplaced() bool {
	return o.Valid != nil && !*o.Valid || o.Current != nil && !*o.Current
}

// collection holds objects by their IDs, in the order in which they came.
type collection struct {
	order []text
	byID  map[text]object
}

func (c *collection) set(o object) {
	if c.byID == nil {
		c.byID = map[text]object{}
	}
	if _, known := c.byID[o.ID]; !known {
		c.order = append(c.order, o.ID)
	}
	c.byID[o.ID] = o
}

func (c *collection) remove(id text) { delete(c.byID, id) }

// list returns the objects that were not removed.
func (c *collection) list() []object {
	var list []object
	for _, id := range c.order {
		if o, there := c.byID[id]; there {
			list = append(list, o)
		}
	}
	return list
}

// The collections that matter.
const (
	submissions    = "submissions"
	judgements     = "judgements"
	judgementTypes = "judgement-types"
	problems       = "problems"
	languages      = "languages"
)

// contest holds the collections of a contest by their names.
type contest map[string]*collection

func newContest() contest {
	return contest{submissions: {}, judgements: {}, judgementTypes: {}, problems: {}, languages: {}}
}

// readFeed reads an event feed, and the sources of a contest package beside it.
func readFeed(t *tree) (*Log, error) {
	name := t.first("event-feed.ndjson", "event-feed.json")
	if name == "" {
		return nil, nil
	}
	file, err := t.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	c := newContest()
	if err := c.follow(file); err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return c.log(t, "an event feed")
}

// notification is a line of a feed. Up to 2021-11 an ID is that of the event, and an operation says what happened to the object.
type notification struct {
	Type text            `json:"type"`
	ID   text            `json:"id"`
	Op   text            `json:"op"`
	Data json.RawMessage `json:"data"`
}

// follow reads the lines of a feed. The error begins with the number of the line.
func (c contest) follow(feed io.Reader) error {
	in := bufio.NewReaderSize(feed, 64<<10)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%d: %w", number, err)
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if parseErr := c.notify(line); parseErr != nil {
				return hint.Errorf("download it again: each line is an object", "%d: %w", number, parseErr)
			}
		}
		if err != nil {
			return nil
		}
	}
}

// notify takes one line.
func (c contest) notify(line []byte) error {
	var n notification
	if err := json.Unmarshal(line, &n); err != nil {
		return fmt.Errorf("not a notification: %w", err)
	}
	kind := c[string(n.Type)]
	if kind == nil {
		return nil
	}
	data := bytes.TrimSpace(n.Data)
	if len(data) == 0 || string(data) == "null" {
		kind.remove(n.ID)
		return nil
	}
	if data[0] == '[' { // the whole collection
		*kind = collection{}
		return kind.add(data)
	}
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		return fmt.Errorf("not an object: %w", err)
	}
	if n.Op == "delete" {
		kind.remove(o.ID)
		return nil
	}
	if o.ID == "" {
		o.ID = n.ID
	}
	kind.set(o)
	return nil
}

// add adds the objects of a list.
func (c *collection) add(list []byte) error {
	var objects []object
	if err := json.Unmarshal(list, &objects); err != nil {
		return fmt.Errorf("not a list of objects: %w", err)
	}
	for _, o := range objects {
		c.set(o)
	}
	return nil
}

// readEndpoints reads the answers of the API, as DOMjudge's export and contest packages hold them.
func readEndpoints(t *tree) (*Log, error) {
	if !t.has(submissions+".json") || !t.has(judgements+".json") {
		return nil, nil
	}
	c := newContest()
	for name, kind := range c {
		file := name + ".json"
		if !t.has(file) {
			continue
		}
		content, err := t.read(file)
		if err == nil {
			err = kind.add(content)
		}
		if err != nil {
			return nil, hint.Errorf("download it again", "%s: %w", file, err)
		}
	}
	return c.log(t, "submissions.json and judgements.json")
}

// log joins the submissions with their judgements, of which the last one that counts holds.
func (c contest) log(t *tree, format string) (*Log, error) {
	judged := map[text]text{}
	for _, j := range c[judgements].list() {
		if j.TypeID != "" && !j.isReplaced() {
			judged[j.SubmissionID] = j.TypeID
		}
	}
	log := &Log{Format: format}
	for _, s := range c[submissions].list() {
		p := c[problems].byID[s.ProblemID]
		language := c[languages].byID[s.LanguageID]
		made := Submission{ID: string(s.ID), Entrypoint: string(s.EntryPoint), Languages: []string{string(s.LanguageID), string(language.Name)}}
		for _, name := range []text{s.ProblemID, p.ShortName, p.ExternalID, p.Label} {
			if name != "" {
				made.Problems = append(made.Problems, string(name))
			}
		}
		if id, known := judged[s.ID]; known {
			made.Verdict = c.verdict(id)
		}
		log.Submissions = append(log.Submissions, made)
	}
	return log, t.attach(log.Submissions)
}

// verdict understands a type of judgement: by its name, else by its ID, else by whether it solves the problem. The
// specification calls RE a rejection; elsewhere it is a run-time error.
func (c contest) verdict(id text) Verdict {
	kind, described := c[judgementTypes].byID[id]
	for _, word := range []text{kind.Name, id} {
		v := ParseVerdict(string(word))
		if word == "RE" {
			v = Verdict{Rejected: true}
		}
		if v.IsKnown() || v.Is == verdict.JE {
			v.Word = string(id)
			return v
		}
	}
	v := Verdict{Word: string(id)}
	if described && kind.Solved != nil {
		v.Rejected = !*kind.Solved
		if *kind.Solved {
			v.Is = verdict.AC
		}
	}
	return v
}
