package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"grundy/checker/drawing"
	"grundy/internal/author/generate"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games/play"
	"grundy/internal/games/programs"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/results"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

// Play lets the user, or a program, play the games that have a board.
type Play struct {
	*site.Site
	*catalog.Catalog
	// dialogues and trials are games that users and programs played.
	dialogues work.Futures[dialogue]
	trials    work.Futures[*gameTry]
}

// Register adds the pages.
func (s *Play) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /play", s.Page(s.list))
	mux.HandleFunc("GET /play/{id}", s.show)
	mux.HandleFunc("POST /play/{id}", s.move)
}

// Wait returns when no game is being played; no new one starts.
func (s *Play) Wait() {
	s.dialogues.Wait()
	s.trials.Wait()
}

// dialogue is the dialogue of a game so far.
type dialogue struct {
	lines []play.Line
	word  *play.Word // of the judge, at the end
	wrong *play.MoveError
}

// gameTry is a game that a program played.
type gameTry struct {
	event.Test
	// failed says why it could not play, or ""; Log is the compiler's output.
	failed, Log string
}

// table is the page of a game.
type table struct {
	*problem.Problem
	At        results.GameURL
	Positions []play.Position
	Input     string      // the position; "" if it is too large to edit
	Waiting   string      // for what; "" if everything is known
	Fault     *site.Fault // of the last word; nil if it was valid

	Course   play.Course
	Rows     []row
	Picture  template.HTML
	Caption  string
	Choices  []drawing.Choice
	Joined   bool
	Ask      string // "" if it is not the user's turn
	Rules    string // how to play
	Headline string
	Kind     string // "good", "bad" or ""
	Said     string // what the judge says at the end

	Hint, Why string
	Mistake   *results.LostPosition
	Helps     bool // what is told counts as help
	HasLost   bool // a move of the user has lost the game
	Programs  []string
	Trial     *gameTry
}

// row is a move in the list.
type row struct {
	play.Move
	Number int
	Here   bool // the picture shows the position after it
	// Leads is the seat after the move; nil after those of the judge, unless a program played.
	Leads *results.GameURL
}

// offered is a game in the list of games.
type offered struct {
	workspace.Listed
	Picture template.HTML
	Played  int
}

// list lists the games, each with the start of its first sample.
func (s *Play) list(r *http.Request) (site.View, error) {
	found, err := s.Workspace.Problems().Index(r.Context())
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	s.Workspace.Problems().SortByCourse(found)
	var list []offered
	for _, listed := range found {
		if listed.Faulty != "" || (play.Theory{}).Duel(listed.UUID) == "" {
			continue
		}
		p, err := s.Open(r.Context(), listed.ID)
		if err == nil && results.JudgeOf(r.Context(), s.Workspace, p) != "" {
			list = append(list, offered{listed, beginningOf(p), catalog.Played(s.Steps(r.Context(), p))})
		}
	}
	return site.View{Title: "Play", Template: "games", Data: list}, nil
}

// beginningOf draws the first position of a problem; "" if it has none.
func beginningOf(p *problem.Problem) template.HTML {
	if p.Type.Interactive {
		return conversationOf(p, play.TableOf(p.UUID)())
	}
	for position := range play.Positions(p) {
		answer, _ := os.ReadFile(position.Case.Answer) // some games need none
		if table := play.Opening(p.UUID, position.Input, string(answer)); table != nil {
			return template.HTML(table.Board().Still().SVG())
		}
	}
	return ""
}

// conversationOf draws the position of a sample conversation; "" if the package has none.
func conversationOf(p *problem.Problem, empty play.Table) template.HTML {
	for _, tc := range slices.Concat(p.Samples(), p.Shown) {
		if tc.Interaction == "" {
			continue
		}
		text, err := os.ReadFile(tc.Interaction)
		if err != nil {
			return ""
		}
		for line := range strings.Lines(string(text)) {
			said, judges := strings.CutPrefix(line, "<")
			if !judges || empty.Hear(strings.TrimSpace(said)) != nil {
				break
			}
		}
		return template.HTML(empty.Board().Still().SVG())
	}
	return ""
}

// errLong is about a game whose moves have no room in an address.
var errLong = hint.Errorf("grundy play in a terminal has no such bound", "the game has become too long for a page")

// errNoGame reports a problem that is not a game.
var errNoGame = hint.Errorf("the page Play lists those that can be played", "this problem is no game that can be played here")

// sit reads which game a request is about.
func (s *Play) sit(r *http.Request) (*problem.Problem, results.GameURL, error) {
	p, err := s.Open(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, results.GameURL{}, err
	}
	if results.JudgeOf(r.Context(), s.Workspace, p) == "" {
		return nil, results.GameURL{}, errNoGame
	}
	at := results.GameURLOf(p.ID, r.URL.Query())
	if at.Position == "" {
		first, found := positionNamed(p, "")
		if !found {
			return nil, results.GameURL{}, errNoGame
		}
		at.Case = cmp.Or(at.Case, first.Name)
		if _, found := positionNamed(p, at.Case); !found {
			return nil, results.GameURL{}, hint.Errorf("begin a game from another position", "%s has no test case %q", p.ID, at.Case)
		}
	}
	return p, at, nil
}

// positionNamed returns the position of a problem with a name, the first one if that is "".
func positionNamed(p *problem.Problem, name string) (position play.Position, found bool) {
	for position := range play.Positions(p) {
		if name == "" || position.Name == name {
			return position, true
		}
	}
	return play.Position{}, false
}

// match sets out the game at an address.
func match(p *problem.Problem, at results.GameURL) (play.Match, error) {
	if p.Type.Interactive {
		return play.MatchOf(p.UUID, "")
	}
	if at.Position != "" {
		return play.MatchOf(p.UUID, at.Position)
	}
	position, found := positionNamed(p, at.Case)
	if !found {
		return play.Match{}, errNoGame
	}
	return play.MatchOf(p.UUID, position.Input)
}

// show shows a game. If a program is to play, it redirects to the address that contains its moves.
func (s *Play) show(w http.ResponseWriter, r *http.Request) {
	if p, at, err := s.sit(r); err == nil && at.By != "" && len(at.Said) == 0 {
		if t, err := s.trial(r.Context(), p, at); err == nil && t.failed == "" {
			if at.Said = saidIn(p, t); len(at.Said) > 0 {
				if address := at.String(); len(address) <= results.MaxAddress {
					s.Redirect(w, r, address)
					return
				}
			}
		}
	}
	s.showGame(w, r, nil)
}

// saidIn returns what a program said, as far as the rules allow it.
func saidIn(p *problem.Problem, t *gameTry) []string {
	c, _ := play.Follow(play.TableOf(p.UUID), play.Said(t.Transcript)) // the error says where they do not
	return c.Said()
}

// move takes a move, and redirects to the address of the game with it.
func (s *Play) move(w http.ResponseWriter, r *http.Request) {
	p, at, err := s.sit(r)
	if err != nil {
		s.Page(func(*http.Request) (site.View, error) { return site.View{}, err })(w, r)
		return
	}
	text := r.PostFormValue("move")
	c, err := s.course(r.Context(), p, at, work.LongWait)
	if err == nil && (c.Word != nil || c.Table.Next() != play.Player) {
		err = hint.Errorf("undo takes your last word back", "the game is over")
	}
	var line string
	if err == nil {
		if line, err = c.Table.Read(strings.TrimSpace(text)); err != nil {
			err = fmt.Errorf("%q: %w", text, err)
		}
	}
	next := at.And(line).String()
	if err == nil && len(next) > results.MaxAddress {
		err = errLong
	}
	if err != nil {
		s.showGame(w, r, err)
		return
	}
	if len(at.Said) == 0 {
		s.Workspace.History().Step(r.Context(), p, history.Played, 0)
	}
	s.Redirect(w, r, next)
}

// showGame shows a game, and what is wrong with the last word.
func (s *Play) showGame(w http.ResponseWriter, r *http.Request, wrong error) {
	s.Page(func(r *http.Request) (site.View, error) {
		p, at, err := s.sit(r)
		if err != nil {
			return site.View{}, err
		}
		t := &table{Problem: p, At: at, Positions: slices.Collect(play.Positions(p))}
		v := site.View{Title: p.Name(), Template: "game", Data: t}
		files, err := s.Files(p.ID)
		if err != nil {
			return site.View{}, site.Broken(err)
		}
		for _, f := range files {
			t.Programs = append(t.Programs, f.Name)
		}
		if err := s.fill(r.Context(), t); errors.Is(err, work.ErrPreparing) {
			t.Waiting = s.waiting(at)
			v.Waiting = true
		} else if wrong = cmp.Or(wrong, err); wrong != nil {
			told := site.FaultOf(wrong)
			t.Fault, v.Status = &told, http.StatusUnprocessableEntity
		}
		return v, nil
	})(w, r)
}

// waiting says what a game waits for.
func (s *Play) waiting(at results.GameURL) string {
	if builder, err := s.Workspace.Builder(); err == nil {
		if language := builder.Preparing(); language != "" {
			return site.Sentence(report.PreparingWords(language))
		}
	}
	if at.By != "" {
		return at.By + " is playing …"
	}
	return "The judge is being prepared …"
}

// maxEdited bounds the positions that users may edit, in bytes.
const maxEdited = 8 << 10

// inputOf returns the input of a position; "" if it is too large to edit.
func inputOf(position play.Position) string {
	if position.Input != "" {
		return position.Input
	}
	text, err := os.ReadFile(position.Case.Input)
	if err != nil || len(text) > maxEdited {
		return ""
	}
	return string(text)
}

// fill collects what the page of a game shows. Even with an error, t contains what is known.
func (s *Play) fill(ctx context.Context, t *table) error {
	if t.Input = t.At.Position; t.Input == "" {
		if at := slices.IndexFunc(t.Positions, func(position play.Position) bool { return position.Name == t.At.Case }); at >= 0 {
			t.Input = inputOf(t.Positions[at])
		}
	}
	if t.At.By != "" {
		tried, err := s.trial(ctx, t.Problem, t.At)
		switch {
		case len(t.At.Said) > 0: // the program may have changed by now
			if err == nil && slices.Equal(t.At.Said, saidIn(t.Problem, tried)) {
				t.Trial = tried
			}
		case err != nil:
			return err
		default:
			if t.Trial = tried; tried.failed != "" {
				return errors.New(tried.failed)
			}
		}
	}
	c, wrong := s.course(ctx, t.Problem, t.At, work.ShortWait)
	if c.Table == nil {
		return wrong
	}
	var mistaken *play.MoveError
	if errors.As(wrong, &mistaken) { // what was said before it is valid
		t.At = t.At.Back(mistaken.Number - 1)
	}
	return cmp.Or(wrong, s.draw(ctx, t, c))
}

// draw fills the page with a course.
func (s *Play) draw(ctx context.Context, t *table, whole play.Course) error {
	m, err := match(t.Problem, t.At)
	if err != nil {
		return err
	}
	shown := whole
	if t.At.By != "" && t.At.At >= 0 && t.At.At < len(whole.Moves) {
		if shown, err = play.Follow(m.New, whole.Lines()[:len(whole.Opening)+t.At.At]); err != nil {
			return err
		}
	}
	t.Course = shown
	said := 0
	for i, move := range whole.Moves {
		one := row{Move: move, Number: i + 1, Here: i+1 == len(shown.Moves)}
		if !move.FromJudge {
			said++
		}
		leads := t.At.Back(said)
		if t.At.By != "" {
			leads = t.At.Shown(i + 1)
		}
		if t.At.By != "" || !move.FromJudge {
			one.Leads = &leads
		}
		t.Rows = append(t.Rows, one)
	}
	over := shown.Word != nil || shown.Table.Next() == play.NoSpeaker
	person := !over && t.At.By == ""
	picture := shown.Table.Board()
	if !over && t.At.Tell == "hint" {
		var move string
		t.Hint, move = play.HintWords(shown.Table)
		picture.Mark(drawing.Winning, shown.Table.Parts(move))
	}
	if person {
		t.Rules = shown.Table.HowTo()
		t.Choices, t.Joined, t.Ask = picture.Choices, picture.Joined, shown.Table.Ask()
	} else {
		picture = picture.Still()
	}
	t.Picture, t.Caption = template.HTML(picture.SVG()), picture.Description
	if t.At.Tell == "why" {
		t.Why = shown.Table.Why()
	}
	record := s.Workspace.History()
	t.Helps = record.Progress(t.Problem) != history.Solved
	if t.At.Tell != "" {
		record.ShowTheory(ctx, t.Problem)
	}
	conclude(t, m, whole, shown, over)
	return nil
}

// conclude says who has won, and where a lost game was lost. The theory of that is told on request, or once the problem
// is solved.
func conclude(t *table, m play.Match, whole, shown play.Course, over bool) {
	who, has := "You", "have"
	if t.At.By != "" {
		who, has = t.At.By, "has"
	}
	switch {
	case over && !shown.Lost():
		t.Headline, t.Kind = who+" "+has+" won.", "good"
	case over:
		t.Headline, t.Kind = who+" "+has+" lost.", "bad"
	case t.At.By == "":
		t.Headline = "Your turn"
	default:
		t.Headline = fmt.Sprintf("Position after %s of %d", terminal.Count(len(shown.Moves), "move"), len(whole.Moves))
	}
	if over && shown.Word != nil {
		t.Said = shown.Word.Message
	}
	if !whole.Lost() {
		return
	}
	mistake := play.FindMistake(m.New, whole.Lines())
	if t.HasLost = mistake != nil; !t.HasLost || t.At.Tell != "mistake" && !over && t.At.By == "" {
		return
	}
	told := *mistake
	if t.Helps && t.At.Tell != "mistake" {
		told = mistake.Bare()
	}
	t.Mistake = results.LostBy(told, who)
	t.Mistake.Go = t.At.Back(len(mistake.Said)).String()
}

// course returns the state of a game. An invalid move is a *play.MoveError, together with the course before it.
func (s *Play) course(ctx context.Context, p *problem.Problem, at results.GameURL, patience time.Duration) (play.Course, error) {
	key := stamp(p, at) + "\x00" + strings.Join(at.Said, results.Between)
	m, err := match(p, at)
	if err != nil {
		return play.Course{}, err
	}
	said, err := s.dialogues.Get(ctx, s.Lifetime, key, patience, func(ctx context.Context) (dialogue, error) {
		return s.talk(ctx, p, m, at)
	})
	if err != nil {
		return play.Course{}, err
	}
	c, err := play.Follow(m.New, said.lines)
	c.Word = said.word
	if err == nil && said.wrong != nil {
		err = said.wrong
	}
	return c, err
}

// talk lets the judge answer everything that was said.
func (s *Play) talk(ctx context.Context, p *problem.Problem, m play.Match, at results.GameURL) (dialogue, error) {
	var c play.Course
	var err error
	if m.House != nil {
		c, err = play.Resume(ctx, m.House, m.New, at.Said)
		return spoken(c, err)
	}
	if m.Duel != p.UUID {
		if p, err = s.Open(ctx, results.JudgeOf(ctx, s.Workspace, p)); err != nil {
			return dialogue{}, err
		}
		at.Position = m.Position
	}
	err = s.place(ctx, p, at, func(client job.Client, p *problem.Problem, tc *problem.Case) (err error) {
		interactor := func(ctx context.Context, talk func(io.Reader, io.WriteCloser) error) (play.Word, error) {
			said, err := client.Converse(ctx, p, job.Conversation{Case: tc.Name}, talk, func(event.Event) {})
			return play.Word{Accepted: said.Accepted, Message: terminal.Text(said.Message)}, err
		}
		c, err = play.Resume(ctx, interactor, m.New, at.Said)
		return err
	})
	return spoken(c, err)
}

// spoken returns what was said in a game. An impossible move is a part of that.
func spoken(c play.Course, err error) (dialogue, error) {
	said := dialogue{lines: c.Lines(), word: c.Word}
	if errors.As(err, &said.wrong) {
		err = nil
	}
	return said, err
}

// trial lets a program play with the judge.
func (s *Play) trial(ctx context.Context, p *problem.Problem, at results.GameURL) (*gameTry, error) {
	f, err := s.File(p.ID, at.By)
	if err != nil {
		return nil, err
	}
	text, _, err := f.Read()
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: %w", f.Name, catalog.ErrNoFile)
	}
	if err != nil {
		return nil, err
	}
	key := stamp(p, at) + "\x00" + f.Name + "\x00" + site.Tag(text)
	return s.trials.Get(ctx, s.Lifetime, key, work.ShortWait, func(ctx context.Context) (*gameTry, error) {
		solution, err := s.Workspace.Solution(ctx, workspace.Search{Problem: p.ID}, f.Path)
		if err != nil {
			return nil, err
		}
		solution.Source.Legacy = p.Format.IsLegacy()
		t := &gameTry{}
		err = s.place(ctx, p, at, func(client job.Client, p *problem.Problem, tc *problem.Case) (err error) {
			t.Test, err = programs.Play(ctx, client, p, tc, job.Judgement{Name: f.Name, Source: solution.Source}, func(event.Event) {})
			var refused *job.CompileError
			if errors.As(err, &refused) {
				t.failed, t.Log = f.Name+": "+refused.Compile.Failed, terminal.Text(refused.Compile.Log)
				return nil
			}
			return err
		})
		if t.Verdict == verdict.JE {
			return nil, errors.New(t.Reason)
		}
		return t, err
	})
}

// place sets a position out: that of a test case, made if the package does not ship it, or the person's own, if the problem allows it.
// What is done with it is given a problem that has the position.
func (s *Play) place(ctx context.Context, p *problem.Problem, at results.GameURL, do func(job.Client, *problem.Problem, *problem.Case) error) error {
	client, err := s.Workspace.Local(s.Lifetime) // conversations are held here
	if err != nil {
		return err
	}
	if at.Position == "" {
		if p, _, err = s.Load(ctx, p.ID); err != nil { // a copy of our own, to which the case is added
			return err
		}
		wanted := func(other *problem.Case) bool { return other.Name == at.Case }
		if err := generate.Complete(ctx, s.Workspace, p, wanted, func(event.Event) {}); err != nil {
			return err
		}
		return do(client, p, p.Data.Case(at.Case))
	}
	with, remove, err := programs.WithPosition(ctx, s.Workspace, client, p, at.Position)
	if err != nil {
		return err
	}
	defer remove()
	return do(client, with, with.Data.Cases[0])
}

// stamp identifies a position, and the present version of the judge.
func stamp(p *problem.Problem, at results.GameURL) string {
	var paths []string
	for _, program := range slices.Concat(p.Output.Programs, p.InputValidators) {
		paths = append(paths, program.Path)
	}
	if tc := p.Data.Case(at.Case); tc != nil {
		paths = append(paths, tc.Input)
	}
	return catalog.StampOf(strings.Join([]string{p.Dir, at.Case, at.Position}, "\x00"), paths...)
}
