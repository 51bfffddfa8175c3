package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"grundy/internal/games"
	"grundy/internal/games/laboratory"
	"grundy/internal/games/play"
	"grundy/internal/games/programs"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/pictures"
	"grundy/internal/ui/web/results"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

// Laboratory shows the grids of small positions that packages describe, and has programs answer them.
type Laboratory struct {
	*site.Site
	*catalog.Catalog
	Judging  *work.Judgements
	Pictures *pictures.Store
	// models are the answers of packages.
	models work.Futures[[]programs.Explored]
}

// Register adds the pages.
func (s *Laboratory) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /laboratory", s.Page(s.list))
	mux.HandleFunc("GET /laboratory/{id}", s.Page(s.show))
	mux.HandleFunc("GET /api/laboratory/{id}/claim", s.claim)
	mux.HandleFunc("GET /api/laboratory/{id}/cell", s.cell)
	mux.HandleFunc("POST /api/laboratory/{id}", s.explore)
}

// Wait returns when no package is answering; none starts any more.
func (s *Laboratory) Wait() { s.models.Wait() }

// explorePage is the page of a laboratory.
type explorePage struct {
	*problem.Problem
	*laboratory.Grid
	Settings []setting // the fixed parameters
	Table    []gridRow
	Legend   []legend
	Programs []string
	By       string // the program whose answers are compared; "" for none
	Claim    string
	Example  string // of a conjecture
	Query    string // passed on by scripts
}

// setting is a fixed axis.
type setting struct {
	laboratory.Axis
	Now string
}

// gridRow is a row of the grid.
type gridRow struct {
	Name  string // "" if there is only one
	Cells []gridCell
}

// gridCell is a cell of the grid.
type gridCell struct {
	Index int
	Place string // "" if there is no position
}

// legend explains how an answer is displayed.
type legend struct{ Sign, Look, Name string }

// offeredGrid is a problem in the list of laboratories.
type offeredGrid struct {
	workspace.Listed
	Axes  string
	Fault string
}

// list lists the problems that have a grid.
func (s *Laboratory) list(r *http.Request) (site.View, error) {
	found, err := s.Workspace.Problems().Index(r.Context())
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	s.Workspace.Problems().SortByCourse(found)
	var list []offeredGrid
	for _, listed := range found {
		if listed.Faulty != "" {
			continue
		}
		p, err := s.Open(r.Context(), listed.ID)
		if err != nil {
			continue
		}
		one := offeredGrid{Listed: listed}
		switch lab, err := laboratory.Read(p); {
		case errors.Is(err, laboratory.ErrNone):
			continue
		case err == nil:
			one.Axes = lab.String()
		default:
			one.Fault = "its description is faulty"
		}
		list = append(list, one)
	}
	return site.View{Title: "Laboratory", Template: "laboratories", Data: list}, nil
}

// set reads which grid and which program a request is about.
func (s *Laboratory) set(r *http.Request) (p *problem.Problem, grid *laboratory.Grid, by string, err error) {
	if p, err = s.Open(r.Context(), r.PathValue("id")); err != nil {
		return nil, nil, "", err
	}
	lab, err := laboratory.Read(p)
	if err != nil {
		return nil, nil, "", err
	}
	held := map[string]string{}
	for name, values := range r.URL.Query() {
		if !slices.Contains([]string{"by", "claim", "cell"}, name) {
			held[name] = values[0]
		}
	}
	grid, err = lab.Grid(held)
	return p, grid, r.URL.Query().Get("by"), err
}

// show shows the grid of a problem, which scripts fill.
func (s *Laboratory) show(r *http.Request) (site.View, error) {
	p, grid, by, err := s.set(r)
	if err != nil {
		return site.View{}, err
	}
	page := explorePage{Problem: p, Grid: grid, By: by, Claim: r.URL.Query().Get("claim"), Example: exampleOf(grid)}
	files, err := s.Files(p.ID)
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	for _, f := range files {
		page.Programs = append(page.Programs, f.Name)
	}
	if !r.URL.Query().Has("by") && len(page.Programs) > 0 {
		page.By = page.Programs[0]
	}
	query := url.Values{"by": {page.By}}
	for _, axis := range grid.Axes {
		if value, held := grid.Held[axis.Name]; held {
			page.Settings = append(page.Settings, setting{axis, value.String()})
			query.Set(axis.Name, value.String())
		}
	}
	page.Query = query.Encode()
	if page.Table, err = tableOf(grid); err != nil {
		return site.View{}, err
	}
	for _, class := range grid.Classes {
		look := lookOf(grid, class.Answer)
		page.Legend = append(page.Legend, legend{look.Sign, look.Look, class.Name})
	}
	return site.View{Title: p.Name() + " in the laboratory", Template: "laboratory", Data: page}, nil
}

// exampleOf returns an example of a conjecture.
func exampleOf(grid *laboratory.Grid) string {
	name := grid.Axes[0].Name
	if len(grid.Classes) > 0 {
		return fmt.Sprintf("%s when %s mod 3 == 0", grid.Classes[0].Name, name)
	}
	return name + " mod 3"
}

func tableOf(grid *laboratory.Grid) ([]gridRow, error) {
	cells, err := grid.Cells()
	if err != nil {
		return nil, err
	}
	table := make([]gridRow, len(grid.Rows))
	for i := range table {
		if len(grid.Axes) > 1 {
			table[i].Name = grid.Rows[i].String()
		}
		table[i].Cells = make([]gridCell, len(grid.Columns))
		for j := range table[i].Cells {
			table[i].Cells[j].Index = i*len(grid.Columns) + j
		}
	}
	for _, cell := range cells {
		table[cell.Index/len(grid.Columns)].Cells[cell.Index%len(grid.Columns)].Place = grid.Place(cell)
	}
	return table, nil
}

// look is how an answer is shown: a sign in the cell, and a CSS class.
type look struct {
	Called string `json:"called"`
	Sign   string `json:"sign"`
	Look   string `json:"look"`
}

// levels are the upper bounds of the styles for numbers.
var levels = []int{0, 1, 2, 3, 4, 6, 9, 14}

// longestSign is how many letters of an answer fit in a cell.
const longestSign = 4

func lookOf(grid *laboratory.Grid, answer string) look {
	shown := look{grid.Called(answer), grid.Sign(answer), "other"}
	if n, err := strconv.Atoi(answer); err == nil {
		if n >= 0 {
			level, _ := slices.BinarySearch(levels, n)
			shown.Look = "level-" + strconv.Itoa(level)
		}
		if shown.Called != answer {
			shown.Called = answer + ", " + shown.Called
		}
	}
	for i, class := range grid.Classes {
		if class.Answer == answer {
			shown.Look = [...]string{"first", "second"}[min(i, 1)]
		}
	}
	if len(shown.Sign) > longestSign {
		shown.Sign = "…"
	}
	return shown
}

// answered is what pages are told about a cell.
type answered struct {
	Cell   int    `json:"cell"`
	Answer string `json:"answer"`
	Fault  string `json:"fault,omitempty"`
	look
}

// answeredBy are cells of a program: the package's "model", or the user's "program".
type answeredBy struct {
	Who   string     `json:"who"`
	Cells []answered `json:"cells"`
}

func tellCells(to *work.Stream, grid *laboratory.Grid, who string, explored []programs.Explored) {
	all := answeredBy{Who: who}
	for _, e := range explored {
		said := terminal.Line(e.Answer)
		all.Cells = append(all.Cells, answered{e.Index, said, terminal.Line(e.Fault), lookOf(grid, said)})
	}
	to.Add("cells", all)
}

// explore lets the package's model and a program of the user's answer a grid.
func (s *Laboratory) explore(w http.ResponseWriter, r *http.Request) {
	p, grid, by, err := s.set(r)
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	key := "laboratory " + p.ID + "?" + r.URL.RawQuery
	number, err := s.Judging.Start(key, func(ctx context.Context, to *work.Stream) {
		to.AddText("preparing", "Preparing the judge …")
		client, err := s.Workspace.Executor(s.Lifetime)
		if err != nil {
			to.TellFault(ctx, err)
			return
		}
		var both sync.WaitGroup
		both.Go(func() { to.TellFault(ctx, s.exploreModel(ctx, client, p, grid, to)) })
		if by != "" {
			both.Go(func() {
				if err := s.exploreProgram(ctx, client, p, grid, by, to); err != nil && ctx.Err() == nil {
					to.Add("failed", site.FaultOf(err))
				}
			})
		}
		both.Wait()
	})
	work.Started(w, number, err)
}

// maxExploring bounds the time for filling a laboratory.
const maxExploring = time.Hour

// exploreModel tells what is right in each cell, and how rows repeat themselves.
func (s *Laboratory) exploreModel(ctx context.Context, client job.Client, p *problem.Problem, grid *laboratory.Grid, to *work.Stream) error {
	model, err := programs.ModelOf(p)
	if err != nil {
		return err
	}
	var paths []string
	for _, file := range model.Source.Files {
		paths = append(paths, file.Path)
	}
	var held []string
	for _, name := range slices.Sorted(maps.Keys(grid.Held)) {
		held = append(held, name+"="+grid.Held[name].String())
	}
	key := catalog.StampOf(p.Dir+"\x00"+strings.Join(held, "\x00"), append(paths, filepath.Join(p.Dir, filepath.FromSlash(games.GridFile)))...)
	seen := false
	explored, err := s.models.Get(ctx, s.Lifetime, key, maxExploring, func(ctx context.Context) (all []programs.Explored, err error) {
		seen = true
		err = programs.Explore(ctx, client, p, grid, model, func(some []programs.Explored) {
			tellCells(to, grid, "model", some)
			for _, e := range some {
				e.Names = nil // it is not needed, and many grids would hold it in memory
				all = append(all, e)
			}
		}, (&results.EventWriter{To: to}).Event)
		return all, err
	})
	if err != nil {
		return err
	}
	if !seen {
		tellCells(to, grid, "model", explored)
	}
	answers := map[int]string{}
	for _, e := range explored {
		answers[e.Index] = e.Answer
	}
	to.Add("periods", repeating{grid.Periods(answers)})
	return nil
}

// repeating are the periods of the rows, in words; "" for none.
type repeating struct {
	Rows []string `json:"rows"`
}

// exploreProgram tells what a program of the person's answers.
func (s *Laboratory) exploreProgram(ctx context.Context, client job.Client, p *problem.Problem, grid *laboratory.Grid, by string, to *work.Stream) error {
	f, err := s.File(p.ID, by)
	if err != nil {
		return err
	}
	if _, _, err := f.Read(); err != nil {
		return fmt.Errorf("%s: %w", f.Name, catalog.ErrNoFile)
	}
	solution, err := s.Workspace.Solution(ctx, workspace.Search{Problem: p.ID}, f.Path)
	if err != nil {
		return err
	}
	solution.Source.Legacy = p.Format.IsLegacy()
	err = programs.Explore(ctx, client, p, grid, job.Judgement{Name: f.Name, Source: solution.Source}, func(some []programs.Explored) {
		tellCells(to, grid, "program", some)
	}, (&results.EventWriter{To: to}).Event)
	var compiled *job.CompileError
	if errors.As(err, &compiled) && compiled.Compile.Log != "" {
		to.AddText("log", terminal.Text(compiled.Compile.Log))
	}
	return err
}

// claimed is what a page is told about a conjecture: its value for each cell, or what is wrong with it. An unfinished
// conjecture is not an error of the page.
type claimed struct {
	About string      `json:"about,omitempty"`
	Cells []predicted `json:"cells,omitempty"`
	site.Fault
}

// predicted is the value of a conjecture for a cell.
type predicted struct {
	Cell int `json:"cell"`
	laboratory.Prediction
}

// claim evaluates a conjecture for each cell.
func (s *Laboratory) claim(w http.ResponseWriter, r *http.Request) {
	_, grid, _, err := s.set(r)
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	told, err := predict(grid, r.URL.Query().Get("claim"))
	if err != nil {
		told = claimed{Fault: site.FaultOf(err)}
	}
	site.Answer(w, http.StatusOK, told)
}

func predict(grid *laboratory.Grid, text string) (claimed, error) {
	claim, err := grid.Claim(text)
	if err != nil {
		return claimed{}, err
	}
	cells, err := grid.Cells()
	if err != nil {
		return claimed{}, err
	}
	told := claimed{About: claim.Class()}
	for _, cell := range cells {
		p, err := claim.Predict(cell)
		if err != nil {
			return claimed{}, fmt.Errorf("for %s, %w", grid.Place(cell), err)
		}
		told.Cells = append(told.Cells, predicted{cell.Index, p})
	}
	return told, nil
}

// position is what a page is told about a selected cell.
type position struct {
	Input string `json:"input"`
	Board string `json:"board,omitempty"` // HTML
}

// cell sends the input of a cell.
func (s *Laboratory) cell(w http.ResponseWriter, r *http.Request) {
	p, grid, _, err := s.set(r)
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	cells, err := grid.Cells()
	i := slices.IndexFunc(cells, func(c laboratory.Cell) bool { return strconv.Itoa(c.Index) == r.URL.Query().Get("cell") })
	if err != nil || i < 0 {
		site.Refuse(w, http.StatusNotFound, cmp.Or(err, error(site.ErrNoPage)))
		return
	}
	input, err := grid.Input(cells[i : i+1])
	if err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	told := position{Input: results.Beginning(input)}
	if told.Board, err = s.boardOf(p, input); err != nil {
		site.Refuse(w, http.StatusInternalServerError, err)
		return
	}
	site.Answer(w, http.StatusOK, told)
}

// boardOf draws the position of an input: as it is played if that is known, else as the package draws it; "" if neither
// can.
func (s *Laboratory) boardOf(p *problem.Problem, input string) (string, error) {
	if len(input) > results.MaxPosition {
		return "", nil
	}
	if opened := play.Opening(p.UUID, input, ""); opened != nil {
		return string(results.Picture(opened.Board())), nil
	}
	if p.InputVisualizer == nil {
		return "", nil
	}
	on := job.Illustration{Case: "position", Made: true, Input: []byte(input)}
	html, err := site.Render("pictures", []pictures.Shown{s.Pictures.Add(pictures.Request{Problem: p, Illustration: on}, "the position")})
	return string(html), err
}
