package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/sitelog"
	"grundy/internal/store/workspace"
)

// Options say what to compare, and how to judge.
type Options struct {
	// Path is the directory or archive with the submissions and the verdicts.
	Path string
	// Problem is the problem or the set that they solve; "" stands for the packages in the current directory, if there are any, and
	// otherwise for the problems of the library.
	Problem string
	Judging job.Options
	// Complete generates the test cases of a problem that its package does not ship.
	Complete func(ctx context.Context, p *problem.Problem) error
}

// Run compares the submissions one after the other. The error says that nothing could be compared, or what ended it early.
func Run(ctx context.Context, w *workspace.Workspace, client job.Client, o Options, emit func(event.Event)) (event.Comparison, error) {
	var sum event.Comparison
	scratch, err := w.Scratch()
	if err != nil {
		return sum, err
	}
	log, err := sitelog.Read(ctx, o.Path, scratch)
	if err != nil {
		return sum, &workspace.UnusableError{Err: err}
	}
	builder, err := w.Builder()
	if err != nil {
		return sum, err
	}
	catalog, err := openCatalog(ctx, w, o, log)
	if err != nil {
		return sum, &workspace.UnusableError{Err: err}
	}
	emit(event.Comparing{Path: o.Path, Format: log.Format, Submissions: len(log.Submissions)})
	c := comparer{Options: o, client: client, table: builder.Table, catalog: catalog, emit: emit}
	for i := range log.Submissions {
		c.index, c.total = i+1, len(log.Submissions)
		if i+1 < len(log.Submissions) {
			c.prepare(ctx, &log.Submissions[i+1]) // it compiles while this one runs
		}
		one, err := c.compare(ctx, &log.Submissions[i])
		if ctx.Err() != nil {
			sum.Interrupted = true
			emit(sum)
			return sum, context.Cause(ctx)
		}
		if err != nil {
			return sum, err
		}
		emit(one)
		sum.Add(one)
	}
	emit(sum)
	if sum.Same+sum.Differ == 0 {
		return sum, &workspace.UnusableError{Err: hint.Errorf("name the package or the contest with --problem", "%s: no submission could be compared", o.Path)}
	}
	return sum, nil
}

// comparer is one call of Run.
type comparer struct {
	Options
	client       job.Client
	table        *language.Table
	catalog      *catalog
	emit         func(event.Event)
	index, total int
}

// compare judges one submission. The error is what ended the work.
func (c *comparer) compare(ctx context.Context, s *sitelog.Submission) (event.Compared, error) {
	one := event.Compared{
		Submission: s.ID, SiteProblem: cmp.Or(s.Problems...), SiteLanguage: cmp.Or(s.Languages...), Site: s.Verdict.Word, SiteVerdict: s.Verdict.Is,
	}
	leftOut := func(reason, help string) (event.Compared, error) {
		one.LeftOut, one.Reason, one.Help = true, reason, help
		return one, nil
	}
	switch {
	case s.Verdict.Word == "" && !s.Verdict.IsKnown():
		return leftOut("the site gives no verdict", "")
	case !s.Verdict.IsKnown():
		return leftOut(fmt.Sprintf("the site says %q, which is no verdict on the submission", s.Verdict.Word), "")
	case s.Missing != "":
		return leftOut(s.Missing, "put them into submissions/ID, as a directory or as ID.zip")
	}
	p, err := c.catalog.find(ctx, s.Problems)
	if err != nil {
		return leftOut(err.Error(), hint.Of(err))
	}
	one.Problem = p.ID
	judgement := c.judgement(s, p)
	var deciding event.Test
	one.Done, err = c.client.Judge(ctx, p, judgement, func(step event.Event) {
		if test, ok := step.(event.Test); ok && test.Verdict != verdict.AC && deciding.Test == "" {
			deciding = test
		}
		c.emit(event.Running{Submission: s.ID, Index: c.index, Total: c.total, Event: step})
	})
	one.Language, one.Verdict = one.Done.Language, one.Done.Verdict
	var (
		source *language.SourceError
		faulty *job.PackageError
	)
	switch {
	case errors.As(err, &source), errors.As(err, &faulty):
		return leftOut(err.Error(), hint.Of(err))
	case err != nil && one.Verdict != verdict.JE:
		return one, err
	case one.Done.Skipped:
		return leftOut(one.Done.Reason, "grundy languages says how to install it")
	}
	one.Same = s.Verdict.Agrees(one.Verdict)
	one.Reason, one.Case = one.Done.Reason, one.Done.First
	if deciding.Test == one.Case {
		one.Reason, one.Message = cmp.Or(deciding.Reason, one.Reason), deciding.Message
	}
	if !one.Same {
		one.Help = remedy(s, &one)
	}
	return one, nil
}

// judgement is the job that judges a submission. Without points its first failure decides.
func (c *comparer) judgement(s *sitelog.Submission, p *problem.Problem) job.Judgement {
	j := job.Judgement{Name: s.ID, Source: c.source(s, p), Options: c.Judging}
	j.Options.StopAtFirst = !p.Type.Scoring
	return j
}

// prepare announces a submission that can be judged.
func (c *comparer) prepare(ctx context.Context, s *sitelog.Submission) {
	if !s.Verdict.IsKnown() || s.Missing != "" {
		return
	}
	if p, err := c.catalog.find(ctx, s.Problems); err == nil {
		c.client.Prepare(ctx, p, c.judgement(s, p))
	}
}

// source is the submission as a job takes it. Its language is that of the site if this judge has it.
func (c *comparer) source(s *sitelog.Submission, p *problem.Problem) language.Source {
	source := language.Source{Entrypoint: s.Entrypoint, Legacy: p.Format.IsLegacy()}
	for _, file := range s.Files {
		source.Files = append(source.Files, language.File{Name: file.Name, Path: file.Path})
	}
	for _, code := range sitelog.Languages(s.Languages) {
		if _, found := c.table.Lookup(code); found {
			source.Language = code
			break
		}
	}
	return source
}

// remedy says where a difference may come from.
func remedy(s *sitelog.Submission, one *event.Compared) string {
	site, here := s.Verdict.Is, one.Verdict
	slow := func(v verdict.Verdict) bool { return v == verdict.TLE || v == verdict.ILE }
	took := fmt.Sprintf("the slowest test took %.2f s of %.2f s here", one.Done.Slowest.Seconds(), one.Done.TimeLimit.Seconds())
	switch {
	case here == verdict.JE:
		return "grundy verify says what is wrong with the package"
	case here == verdict.CE || site == verdict.CE:
		return "the site may have another version, other flags or libraries of the language: grundy languages shows those here"
	case slow(here):
		return took + ": compare the limits, also that of the language, and try --time-limit; grundy limits measures what this machine needs"
	case slow(site) && here == verdict.AC:
		return took + ": this machine may be faster, or the site's limit smaller; try --time-limit, and see grundy limits"
	case here == verdict.MLE || site == verdict.MLE:
		return "compare the memory limits, and try --memory-limit; some sites call it a run-time error"
	case here == verdict.OLE || site == verdict.OLE:
		return "compare the output limits, and try --output-limit; some sites call it a wrong answer"
	case here == verdict.RTE || site == verdict.RTE:
		return "the crash may depend on the machine or on the limits of memory and stack: grundy test --sanitize finds undefined behaviour"
	case here == verdict.AC || site == verdict.AC:
		return "compare test cases, checker and its arguments with those of the site; grundy why explains a wrong answer"
	}
	return "both reject it: the site may take the test cases in another order"
}

// catalog finds the packages of the problems that a site names.
type catalog struct {
	workspace *workspace.Workspace
	complete  func(ctx context.Context, p *problem.Problem) error
	named     string // the problem or the set that the user named, "" for the library
	single    *problem.Problem
	only      bool // the site has one problem, so that its name does not matter
	opened    map[string]found
}

// found is a package, or why it cannot be used.
type found struct {
	problem *problem.Problem
	err     error
}

// openCatalog resolves the name of the user. A single package is opened.
func openCatalog(ctx context.Context, w *workspace.Workspace, o Options, log *sitelog.Log) (*catalog, error) {
	c := &catalog{workspace: w, complete: o.Complete, named: o.Problem, opened: map[string]found{}}
	if c.named == "" && (workspace.MembersHint(".") != "" || w.Problems().IsPackage(".")) {
		c.named = "."
	}
	if c.named == "" {
		return c, nil
	}
	path, err := w.Problems().Resolve(c.named)
	if err != nil {
		return nil, err
	}
	if set, isSet := w.Problems().Set(ctx, path); isSet {
		c.named = set.Dir
		return c, nil
	}
	opened := c.open(ctx, path)
	c.single = opened.problem
	names := map[string]bool{}
	for _, s := range log.Submissions {
		names[cmp.Or(s.Problems...)] = true
	}
	c.only = len(names) == 1
	return c, opened.err
}

// find returns the package of the problem that a site calls by some names.
func (c *catalog) find(ctx context.Context, names []string) (*problem.Problem, error) {
	if c.single != nil {
		for _, name := range names {
			if strings.EqualFold(name, c.single.ID) || strings.EqualFold(name, c.single.Name()) {
				return c.single, nil
			}
		}
		if c.only || len(names) == 0 {
			return c.single, nil
		}
		return nil, fmt.Errorf("it solves %s, another problem", cmp.Or(names...))
	}
	for _, name := range names {
		if path, known := c.path(name); known {
			opened := c.open(ctx, path)
			return opened.problem, opened.err
		}
	}
	return nil, hint.Errorf("name the contest with --problem; its problems.yaml lists the labels", "there is no package for the problem %s", cmp.Or(names...))
}

// path is where the package of a name lies.
func (c *catalog) path(name string) (string, bool) {
	library := c.workspace.Problems()
	if strings.ContainsAny(name, `/\`) { // it comes from the site
		return "", false
	}
	if c.named != "" {
		return library.Member(c.named + "/" + name)
	}
	if !library.Has(name) {
		return "", false
	}
	path, err := library.Path(name)
	return path, err == nil
}

// open opens a package once, and completes its test cases.
func (c *catalog) open(ctx context.Context, path string) found {
	if known, done := c.opened[path]; done {
		return known
	}
	p, err := c.workspace.Problems().Load(ctx, path)
	if err == nil {
		err = c.complete(ctx, p)
	}
	c.opened[path] = found{p, err}
	return found{p, err}
}
