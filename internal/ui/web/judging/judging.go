package judging

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"grundy/internal/app/practice"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/plot"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/pictures"
	"grundy/internal/ui/web/results"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

// Judging judges the user's files and runs them on inputs of the user's own.
type Judging struct {
	*catalog.Catalog
	Running  *work.Judgements
	Pictures *pictures.Store
	Theories *results.Theories
	// Opening begins the record of a judgement in the history.
	Opening event.Begin
}

// Register adds the calls of the pages.
func (s *Judging) Register(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/judge/{id}/{name}", s.submit)
	mux.HandleFunc("POST /api/run/{id}/{name}", s.runOwn)
	mux.HandleFunc("POST /api/tests/{id}/{name}", s.addTest)
	mux.HandleFunc("GET /api/onefile/{id}/{name}", s.oneFile)
	mux.HandleFunc("POST /api/stop/{id}/{name}", s.stop)
	mux.HandleFunc("POST /api/again/{run}", s.again)
}

// submit judges a file as it is on the disk: on the samples if the address says so, else on all cases.
func (s *Judging) submit(w http.ResponseWriter, r *http.Request) {
	f, err := s.File(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	samples := r.URL.Query().Has("samples")
	s.begin(w, r, f, func(ctx context.Context, solution workspace.Solution, to *work.Stream) error {
		return s.judge(ctx, solution, practice.Cases{Samples: samples}, to)
	})
}

// begin starts work on a file as it is on the disk, instead of the present work on it. The browser may choose a profile.
func (s *Judging) begin(w http.ResponseWriter, r *http.Request, f catalog.File, do func(ctx context.Context, solution workspace.Solution, to *work.Stream) error) {
	profile := catalog.ProfileIn(r)
	number, err := s.Running.Start(f.Path, func(ctx context.Context, to *work.Stream) {
		solution, err := s.Workspace.Solution(ctx, s.Search(f.Problem), f.Path)
		if err == nil {
			solution.Name = workspace.ShortPath(f.Path)
			solution.ChooseProfile(profile)
			err = do(ctx, solution, to)
		}
		to.TellFault(ctx, err)
	})
	work.Started(w, number, err)
}

// stop cancels the judgement of a file.
func (s *Judging) stop(w http.ResponseWriter, r *http.Request) {
	f, err := s.File(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	s.Running.Stop(f.Path)
	w.WriteHeader(http.StatusNoContent)
}

// again judges the source of an earlier run against the present problem.
func (s *Judging) again(w http.ResponseWriter, r *http.Request) {
	run, err := s.RunOf(r)
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	if s.PlaceOf(&run) == "" {
		site.Refuse(w, http.StatusNotFound, s.Workspace.Problems().Unknown(run.Problem))
		return
	}
	files, err := s.Workspace.History().Source(r.Context(), run.ID)
	if err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	profile := catalog.ProfileIn(r)
	// It belongs to no file, so no judgement of a file cancels it, but another repetition of the same run does.
	number, err := s.Running.Start(catalog.Repetition(run.ID), func(ctx context.Context, to *work.Stream) {
		solution, err := s.earlier(run, files)
		if err == nil {
			solution.ChooseProfile(profile)
			err = s.judge(ctx, solution, practice.Cases{}, to)
		}
		to.TellFault(ctx, err)
	})
	work.Started(w, number, err)
}

// earlier returns the solution of an earlier run.
func (s *Judging) earlier(run history.Run, files []event.SourceFile) (workspace.Solution, error) {
	solution := workspace.Solution{Name: run.Submission, Path: run.Path, Repeats: cmp.Or(run.Repeats, run.ID), Source: language.Source{Language: run.Language}}
	for _, file := range files {
		files := &solution.Source.Files
		if file.Beside {
			files = &solution.Source.Beside
		}
		*files = append(*files, language.File{Name: file.Name, Data: []byte(file.Text)})
	}
	place, err := s.PackageOf(s.PlaceOf(&run))
	if err != nil {
		return solution, err
	}
	return s.Workspace.Earlier(place, solution)
}

// judge judges a solution, stores the result in the history, tells the page everything, and searches for the reason of
// a failure. It reads everything again each time, because the package may have changed.
func (s *Judging) judge(ctx context.Context, solution workspace.Solution, cases practice.Cases, to *work.Stream) error {
	w := s.Workspace
	to.AddText("preparing", "Preparing the judge …") // this takes long if nothing is compiled yet
	client, err := w.Executor(s.Lifetime)
	if err != nil {
		return err
	}
	teller := &results.EventWriter{To: to}
	ctx = workspace.Following(ctx, teller.Event)
	session, err := practice.Open(ctx, w, practice.Options{Solutions: []workspace.Solution{solution}, Cases: cases, FailedFirst: true})
	if err != nil {
		return err
	}
	e := &session.Entries[0]
	teller.Problem = results.NewProblem(ctx, s.Theories, s.Pictures, e.Against)
	if err := session.Complete(ctx, teller.Event); err != nil {
		return err
	}
	for _, tc := range e.Against.Data.AllCases() {
		if e.Job.Options.Cases == nil || slices.Contains(e.Job.Options.Cases, tc.Name) {
			teller.Cases = append(teller.Cases, plot.Case{Name: tc.Name})
		}
	}
	sinks := event.Tee{teller}
	recorder := w.History().Recorder()
	if w.History().Keeps() {
		sinks = append(sinks, recorder)
	}
	sinks.Event(s.Opening)
	judged := session.Judge(ctx, client, sinks.Event)[0]
	if err := sinks.Close(); err != nil {
		return err
	}
	if run := recorder.Last(); run > 0 {
		to.Add("kept", judgementStored{run})
	}
	if err := judged.Fault(); err != nil {
		return err
	}
	if cases.Samples || !practice.Asks(judged.Done) {
		return nil
	}
	to.AddLine("asking", []byte("{}"))
	if _, err := session.Why(ctx, client, e, practice.WhyOptions{}, teller.Event); err != nil && ctx.Err() == nil {
		to.Add("unknown", site.FaultOf(err))
	}
	return nil
}

// judgementStored is what a page is told about a judgement in the history.
type judgementStored struct {
	Run int64 `json:"run"`
}
