package generate

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"grundy/internal/base/bytesize"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
	"grundy/internal/store/digest"
	"grundy/internal/store/workspace"
)

// Executor builds and runs the programs of a package; job.Client is one.
type Executor interface {
	Build(ctx context.Context, p *problem.Problem, j job.Building) (job.Built, error)
	Generate(ctx context.Context, p *problem.Problem, j job.Generation, dir string) (job.Generated, error)
	Validate(ctx context.Context, p *problem.Problem, j job.Validation) (job.Validated, error)
	Explore(ctx context.Context, p *problem.Problem, j job.Exploration, save job.Save, emit func(event.Event)) (job.Explored, error)
	Slots() int
}

// Generator makes the cases of one package.
type Generator struct {
	executor Executor
	cache    *cache.Cache
	problem  *problem.Problem
	programs *problem.Problem // the problem as jobs need it
	rules    *generators.Rules
	tools    tools
}

// New makes a Generator from the rules of the problem.
func New(executor Executor, store *cache.Cache, p *problem.Problem, rules *generators.Rules) *Generator {
	return &Generator{executor: executor, cache: store, problem: p, programs: job.WithoutData(p), rules: rules}
}

// Options configure Fill.
type Options struct {
	// Select selects the cases to make, by name below data/; nil selects all.
	Select func(name string) bool
	// ShipLimit bounds the size of input and answer together that is put into data/; 0 is no limit, nil keeps the
	// limit of the last run. Only secret cases are left out.
	ShipLimit *bytesize.Size
	// Force replaces files that were edited by hand.
	Force bool
	// Check changes nothing.
	Check bool
}

// made is a case in the cache.
type made struct {
	rule *generators.Case
	// files are paths by extension; sums are the SHA-256 hashes of their contents.
	files, sums map[string]string
	sizes       map[string]int64
}

// Fill makes the cases and puts them into data/. An error means that the judge failed, that a program of the package
// cannot be built, that the package cannot be written, or that ctx was cancelled; data/ is then as it was. So it is when
// cases are refused, which the summary tells of.
func (g *Generator) Fill(ctx context.Context, options Options, emit func(event.Event)) (event.Generation, error) {
	var rules []*generators.Case
	for _, c := range g.rules.Cases {
		if !c.Manual && (options.Select == nil || options.Select(c.Name)) {
			rules = append(rules, c)
		}
	}
	summary := event.Generation{Problem: g.problem.ID, Cases: len(rules), Checked: options.Check}
	if err := g.fill(ctx, rules, options, &summary, emit); err != nil {
		return summary, fmt.Errorf("generate %q: %w", g.problem.ID, err)
	}
	emit(event.Generated{Summary: summary})
	return summary, nil
}

func (g *Generator) fill(ctx context.Context, rules []*generators.Case, options Options, summary *event.Generation, emit func(event.Event)) error {
	var (
		change     *changeset.Change
		unwritable error
	)
	if !options.Check {
		var err error
		if change, unwritable, err = g.begin(); err != nil {
			return err
		}
		if change != nil {
			defer change.Close()
		}
	}
	record, err := g.readRecord()
	if err != nil {
		return err
	}
	cases, err := g.make(ctx, rules, record, summary, emit)
	if err != nil || summary.Failed > 0 {
		return err
	}
	todo, err := g.settle(cases, record, options, summary)
	if err == nil {
		err = g.refuseFaultySettings(todo)
	}
	switch {
	case err != nil || options.Check || todo.isEmpty():
		return err
	case unwritable != nil:
		return unwritable
	}
	return g.install(change, todo)
}

// make makes cases on all slots, and refuses those that duplicate another.
func (g *Generator) make(
	ctx context.Context, rules []*generators.Case, record generators.Record, summary *event.Generation, emit func(event.Event),
) ([]*made, error) {
	emit(event.Generating{Problem: g.problem.ID, Cases: len(rules)})
	if err := g.build(ctx, rules); err != nil {
		return nil, err
	}
	var (
		cases = make([]*made, len(rules))
		next  = make(chan int)
		mutex sync.Mutex
	)
	done := func(i int, e event.CaseMade, result *made) {
		mutex.Lock()
		defer mutex.Unlock()
		cases[i] = result
		if !e.Cached {
			summary.Ran++
		}
		if e.Fault != "" {
			summary.Failed++
		}
		emit(e)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(next)
		for i := range rules {
			select {
			case next <- i:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	for range min(g.executor.Slots(), len(rules)) {
		group.Go(func() error {
			for i := range next {
				event, result, err := g.makeOne(ctx, rules[i], record)
				if err != nil {
					return err
				}
				done(i, event, result)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if summary.Failed == 0 {
		g.refuseDuplicates(cases, record, summary, emit)
	}
	return cases, nil
}

// makeOne makes one case. What is wrong with the case is in the event.
func (g *Generator) makeOne(ctx context.Context, rule *generators.Case, record generators.Record) (event.CaseMade, *made, error) {
	event := event.CaseMade{Problem: g.problem.ID, Case: rule.Name, Rule: describe(rule)}
	start := time.Now()
	maker := &maker{Generator: g, rule: rule, record: record, cached: true}
	result, err := maker.make(ctx)
	event.Time, event.Cached = time.Since(start), maker.cached
	var refused *refusal
	switch {
	case errors.As(err, &refused):
		event.Fault, event.Help, event.Log = refused.reason, refused.help, refused.log
		return event, nil, nil
	case err != nil:
		return event, nil, fmt.Errorf("%s: %w", rule.Name, err)
	}
	event.Input = bytesize.Size(result.sizes[".in"])
	return event, result, nil
}

// describe names what makes a case.
func describe(rule *generators.Case) string {
	switch {
	case rule.Include != nil:
		return "as " + rule.Include.Name
	case rule.Command != nil:
		return rule.Command.With(rule.Seed)
	case rule.Copy != "":
		return "copy of generators/" + rule.Copy
	}
	return "written out"
}

// refuseDuplicates finds judged cases that give submissions the same input as another case, including cases that
// this run does not make. Included cases are deliberate duplicates.
func (g *Generator) refuseDuplicates(cases []*made, record generators.Record, summary *event.Generation, emit func(event.Event)) {
	known := g.others(cases, record)
	for _, c := range cases {
		if folder := c.rule.Folder(); c.rule.Include != nil || folder != "sample" && folder != "secret" {
			continue
		}
		identity := g.identity(c.rule.Name, c.sums[".in"])
		other, twice := known[identity]
		if !twice {
			known[identity] = c.rule.Name
			continue
		}
		fault, help := "the case has the same input as "+other, "remove one of the two, or give the generator other arguments"
		if isDeliberate(c.rule, g.rules.Case(other)) {
			emit(event.Diagnostic{Path: workspace.ShortPath(g.problem.Dir), Diagnostic: problem.Diagnostic{
				Level: problem.Warning, File: "data/" + c.rule.Name + ".in", Message: fault, Help: help,
			}})
			continue
		}
		summary.Failed++
		emit(event.CaseMade{Problem: g.problem.ID, Case: c.rule.Name, Rule: describe(c.rule), Cached: true, Fault: fault, Help: help})
	}
}

// isDeliberate reports whether a case may have the input of an earlier one: generators draw the same twice, and files of
// samples are judged as secret cases, too.
func isDeliberate(rule, earlier *generators.Case) bool {
	if earlier == nil {
		return false
	}
	return rule.Command != nil && earlier.Command != nil || rule.Copy != "" && earlier.Copy != "" && rule.Folder() != earlier.Folder()
}

// others returns the cases of the package that this run does not make, by identity. It leaves out cases whose rule
// is gone, since they will be removed.
func (g *Generator) others(cases []*made, record generators.Record) map[string]string {
	ours := map[string]bool{}
	for _, c := range cases {
		ours[c.rule.Name] = true
	}
	names := map[string]string{}
	for _, c := range g.problem.Data.AllCases() {
		sum := record.Sums["data/"+c.Name+".in"]
		if ours[c.Name] || c.Input == "" || sum != "" && g.rules.Case(c.Name) == nil {
			continue
		}
		if now, err := digest.Of(c.Input); err == nil {
			sum = now
		}
		names[g.identity(c.Name, sum)] = c.Name
	}
	return names
}

// identity is equal for cases that a submission cannot tell apart: same input, arguments and files. Groups with scores may
// share cases.
func (g *Generator) identity(name, sum string) string {
	known := g.known(name)
	hash := cache.NewHash("identity").Text(sum).Texts(known.Args)
	if g.problem.Type.Scoring {
		hash.Text(path.Dir(name))
	}
	if known.Files != "" {
		files, _ := language.ReadSource(known.Files)
		for _, file := range files.Files {
			content, _ := digest.Of(file.Path)
			hash.Text(file.Name).Text(content)
		}
	}
	return string(hash.Key())
}

// known returns the arguments that the package has for a case and its validators. A new case takes those of its group.
func (g *Generator) known(name string) *problem.Case {
	if c := g.problem.Data.Case(name); c != nil {
		return c
	}
	c := problem.Case{}
	for group := g.problem.Data; group != nil; {
		if group.Template != nil {
			c = *group.Template
		}
		i := slices.IndexFunc(group.Groups, func(below *problem.Group) bool { return strings.HasPrefix(name, below.Name+"/") })
		if i < 0 {
			break
		}
		group = group.Groups[i]
	}
	c.Name = name
	return &c
}

// origin returns the case that makes the files of a case.
func origin(c *generators.Case) *generators.Case {
	if c.Include != nil {
		return c.Include
	}
	return c
}
