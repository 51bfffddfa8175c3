package job

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"grundy/internal/event"
	"grundy/internal/judge/language"
)

// Order is a self-contained job for another machine: its encoding has no function, pointer or path of this machine.
type Order struct {
	// Package is the digest of the Package.
	Package string
	// Turn orders concurrent jobs; see WithPriority.
	Turn []int
	Job  Job
}

// encoded is an Order as JSON.
type encoded struct {
	Package string
	Turn    []int `json:",omitempty"`
	Kind    string
	Job     json.RawMessage
}

// kinds maps the kinds of jobs to the types of the jobs and their results.
func kinds() map[string]struct{ job, result reflect.Type } {
	kind := func(j Job, r Result) struct{ job, result reflect.Type } {
		return struct{ job, result reflect.Type }{reflect.TypeOf(j), reflect.TypeOf(r)}
	}
	return map[string]struct{ job, result reflect.Type }{
		"judgement":   kind(Judgement{}, event.Done{}),
		"validation":  kind(Validation{}, Validated{}),
		"survey":      kind(Survey{}, Surveyed{}),
		"output":      kind(OutputCheck{}, OutputChecked{}),
		"opening":     kind(Opening{}, event.Stress{}),
		"search":      kind(Search{}, Searched{}),
		"trial":       kind(SingleRun{}, SingleRunResult{}),
		"comparison":  kind(Comparison{}, Compared{}),
		"mutation":    kind(Mutation{}, Mutated{}),
		"picture":     kind(Illustration{}, Illustrated{}),
		"building":    kind(Building{}, Built{}),
		"generation":  kind(Generation{}, Generated{}),
		"execution":   kind(Execution{}, Executed{}),
		"exploration": kind(Exploration{}, Explored{}),
	}
}

// Encode encodes an order as JSON. It reads sources from this machine.
func (o Order) Encode() ([]byte, error) {
	if err := checkContent(o.Job); err != nil {
		return nil, err
	}
	whole, err := withContent(o.Job)
	if err != nil {
		return nil, fmt.Errorf("encode a job: %w", err)
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return nil, fmt.Errorf("encode a job: %w", err)
	}
	kind := Kind(o.Job)
	if kind == "" {
		return nil, fmt.Errorf("encode a job: %T is not known", o.Job)
	}
	return json.Marshal(encoded{o.Package, o.Turn, kind, text})
}

// Kind is the name of a job's kind: "judgement".
func Kind(j Job) string {
	for name, kind := range kinds() {
		if kind.job == reflect.TypeOf(j) {
			return name
		}
	}
	return ""
}

// DecodeOrder decodes the output of Encode.
func DecodeOrder(text []byte) (Order, error) {
	var e encoded
	if err := json.Unmarshal(text, &e); err != nil {
		return Order{}, fmt.Errorf("decode a job: %w", err)
	}
	kind, known := kinds()[e.Kind]
	if !known {
		return Order{}, fmt.Errorf("decode a job: the kind %q is not known", e.Kind)
	}
	into := reflect.New(kind.job)
	if err := json.Unmarshal(e.Job, into.Interface()); err != nil {
		return Order{}, fmt.Errorf("decode a %s: %w", e.Kind, err)
	}
	order := Order{e.Package, e.Turn, into.Elem().Interface().(Job)}
	if err := withoutPaths(order.Job); err != nil {
		return Order{}, fmt.Errorf("decode a %s: %w", e.Kind, err)
	}
	return order, nil
}

// withoutPaths checks that a job from elsewhere names no file of this machine.
func withoutPaths(j Job) error {
	if template := setupOf(j).Template; namesFiles(&template) {
		return errors.New("the template of its cases names files")
	}
	if err := checkBrought(j); err != nil {
		return err
	}
	_, err := withSources(j, func(source language.Source) (language.Source, error) { return source, inMemory(source) })
	return err
}

// checkBrought rejects cases and files that Encode never writes.
func checkBrought(j Job) error {
	var made []Made
	switch j := j.(type) {
	case Generation:
		return checkNames(j.Beside)
	case Validation:
		if j.Made != nil {
			made = []Made{*j.Made}
		}
	case Exploration:
		made = j.Inputs
	}
	for i := range made {
		if err := made[i].check(); err != nil {
			return err
		}
	}
	return nil
}

// setupOf is the setup of a job, the zero value if it has none.
func setupOf(j Job) Setup {
	switch j := j.(type) {
	case Opening:
		return j.Setup
	case Search:
		return j.Setup
	case SingleRun:
		return j.Setup
	case Comparison:
		return j.Setup
	}
	return Setup{}
}

// inMemory checks that a source has no paths.
func inMemory(source language.Source) error {
	for _, file := range source.All() {
		if file.Path != "" || file.Data == nil {
			return fmt.Errorf("the source %q has no content", file.Name)
		}
	}
	return nil
}

// EncodeResult encodes a result as JSON.
func EncodeResult(r Result) ([]byte, error) {
	text, err := event.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode a %T: %w", r, err)
	}
	return text, nil
}

// DecodeResult decodes the result of a job.
func DecodeResult(j Job, text []byte) (Result, error) {
	for _, kind := range kinds() {
		if kind.job != reflect.TypeOf(j) {
			continue
		}
		into := reflect.New(kind.result)
		if err := event.Unmarshal(text, into.Interface()); err != nil {
			return nil, fmt.Errorf("decode what came of a %T: %w", j, err)
		}
		return into.Elem().Interface(), nil
	}
	return nil, fmt.Errorf("decode what came of a %T: it is not known", j)
}

// Sources lists the sources that a job brings along.
func Sources(j Job) []language.Source {
	var sources []language.Source
	_, _ = withSources(j, func(source language.Source) (language.Source, error) { // which cannot fail
		if len(source.Files) > 0 {
			sources = append(sources, source)
		}
		return source, nil
	})
	return sources
}

// withContent returns a job with all its sources in memory.
func withContent(j Job) (Job, error) { return withSources(j, language.Source.InMemory) }

// withSources applies made to each source of a job.
func withSources(j Job, made func(language.Source) (language.Source, error)) (Job, error) {
	var err error
	switch j := j.(type) {
	case Judgement:
		j.Source, err = made(j.Source)
		return j, err
	case Opening:
		j.Setup, err = j.Setup.withSources(made)
		return j, err
	case Search:
		j.Setup, err = j.Setup.withSources(made)
		return j, err
	case SingleRun:
		j.Setup, err = j.Setup.withSources(made)
		return j, err
	case Comparison:
		j.Setup, err = j.Setup.withSources(made)
		return j, err
	case Illustration:
		if j.Submission != nil {
			whole := *j.Submission
			whole.Source, err = made(whole.Source)
			j.Submission = &whole
		}
		return j, err
	case Mutation:
		j.Original, err = made(j.Original)
		return j, err
	case Building:
		if j.Tool != nil {
			whole := *j.Tool
			whole.Source, err = made(whole.Source)
			j.Tool = &whole
		}
		if j.Solution != nil && err == nil {
			whole := *j.Solution
			whole.Source, err = made(whole.Source)
			j.Solution = &whole
		}
		return j, err
	case Generation:
		if j.Tool.Source, err = made(j.Tool.Source); err != nil {
			return j, err
		}
		j.Beside, err = filesOf(j.Beside, made)
		return j, err
	case Execution:
		if j.Source, err = made(j.Source); err != nil {
			return j, err
		}
		input, err := filesOf([]language.File{j.Input}, made)
		if err == nil {
			j.Input = input[0]
		}
		return j, err
	case Validation:
		if j.Made != nil {
			whole, err := j.Made.withFiles(made)
			j.Made = &whole
			return j, err
		}
	case Exploration:
		if j.Program.Source, err = made(j.Program.Source); err != nil {
			return j, err
		}
		j.Inputs = slices.Clone(j.Inputs)
		for i := range j.Inputs {
			if j.Inputs[i], err = j.Inputs[i].withFiles(made); err != nil {
				return j, err
			}
		}
		return j, nil
	}
	return j, nil
}

// filesOf applies made to files as to those of a source.
func filesOf(files []language.File, made func(language.Source) (language.Source, error)) ([]language.File, error) {
	whole, err := made(language.Source{Files: files})
	return whole.Files, err
}

func (s Setup) withSources(made func(language.Source) (language.Source, error)) (Setup, error) {
	s.Generators = slices.Clone(s.Generators)
	sources := []*language.Source{&s.Solution.Source, &s.Trusted.Source}
	for i := range s.Generators {
		sources = append(sources, &s.Generators[i].Source)
	}
	for _, source := range sources {
		var err error
		if *source, err = made(*source); err != nil {
			return s, err
		}
	}
	return s, nil
}
