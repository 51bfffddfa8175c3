package web

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"grundy/internal/games/programs"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/assets/editor"
)

// Config says whose pages are served. All but Packages, HideLevels, Companion, Hub and Key must be given.
type Config struct {
	Workspace *workspace.Workspace
	// Solutions is the directory in which solutions are started, absolute: those of a problem lie in a directory with
	// its name.
	Solutions string
	// Folder is the present one: paths below it are shown relative to it.
	Folder string
	// Language is the code of the language in which solutions are started.
	Language string
	// Packages are the paths of packages that the user writes, or of directories that hold some, beside those of the
	// library.
	Packages []string
	// HideLevels keeps the level of a problem back until it is solved, unless the user wants it otherwise in a browser.
	HideLevels bool
	// Companion is how problems from the browser are heard.
	Companion Companion
	// Hub says how the hub stands that the user uses; nil for none.
	Hub Hub
	// Key is what the addresses of the pages and the cookie follow from: a server with the same one goes on where an earlier one was.
	// Nil stands for a key of this server alone.
	Key []byte
	// Version is that of grundy.
	Version string
	Now     func() time.Time
	Log     *slog.Logger
}

// Server serves the pages.
type Server struct {
	Config
	port    string
	guard   *guard
	judging judgements
	ear     companionLog
	// dialogues and trials are games that persons and programs played.
	dialogues futures[dialogue]
	trials    futures[*gameTry]
	// models are the answers of packages in their laboratories.
	models futures[[]programs.Explored]
	// proofs are what verifications came to, *proved by the ID of the package.
	proofs sync.Map
	// known are the packages that pages show, known by ID.
	known sync.Map
	// album holds the pictures of test cases.
	album   pictureStore
	warming prebuilds
	// patience is how long a browser may take to read what it is sent.
	patience time.Duration
	// writing is held while a file is compared and written.
	writing sync.Mutex
	// lifetime ends when the server is to end.
	lifetime context.Context
	end      context.CancelFunc
}

// New returns a server for a listener's address.
func New(config Config, address net.Addr) (*Server, error) {
	_, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return nil, err
	}
	if config.Key == nil {
		config.Key = []byte(rand.Text())
	}
	s := &Server{Config: config, port: port, guard: newGuard(port, config.Key), patience: patience}
	s.lifetime, s.end = context.WithCancel(context.Background())
	// A page of an earlier server follows a number that no judgement of this one has.
	s.judging.told = int(config.Now().UnixMilli())
	s.judging.begun = map[string]*attempt{}
	s.warming.begun = map[string]bool{}
	return s, nil
}

// Address is what the user opens, as often as wished.
func (s *Server) Address() string { return s.guard.origin + s.guard.base + "/?token=" + s.guard.token }

// AddressOnce is good for one use, and does not tell where the pages lie: other users of the machine may see what a program is started
// with.
func (s *Server) AddressOnce() string { return s.guard.origin + "/?token=" + s.guard.once }

// redirect leads a browser to an address below the base.
func (s *Server) redirect(w http.ResponseWriter, r *http.Request, address string) {
	http.Redirect(w, r, s.guard.base+"/"+address, http.StatusSeeOther)
}

// The times that a browser is given. Streams are bounded by each step that they make.
const (
	headerTime = 5 * time.Second
	bodyTime   = 30 * time.Second
	answerTime = time.Minute
	idleTime   = 2 * time.Minute
	// closeTime is how long answers may take that are on their way when the server ends.
	closeTime = 2 * time.Second
)

// Serve answers until ctx ends. Judgements that are going on end then, too.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: answerTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeader,
		// What is wrong with a package that a page shows is told to who follows the server.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
		ErrorLog:    slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // of browsers that went away
	}
	var hearing sync.WaitGroup
	if s.Companion.Dir != "" {
		hearing.Go(func() { s.hear(s.lifetime) })
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		s.end()
		closing, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		if server.Shutdown(closing) != nil {
			_ = server.Close() // who has not taken the answer by now will not
		}
		err = <-served
	}
	s.end()
	s.judging.wait()
	hearing.Wait()
	s.warming.wait()
	s.dialogues.wait()
	s.trials.wait()
	s.models.wait()
	s.album.drawn.wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Handler answers requests, behind the guard.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /"+assetsRoot(), assets())
	mux.Handle("GET /"+editorRoot(), cacheForever(editor.Handler()))
	mux.HandleFunc("GET /{$}", s.page(s.problems))
	mux.HandleFunc("GET /random", s.random)
	mux.HandleFunc("POST /levels", s.chooseLevels)
	mux.HandleFunc("GET /p/{id}", s.page(s.problem))
	mux.HandleFunc("GET /p/{id}/again", s.beginAgain)
	mux.HandleFunc("GET /p/{id}/figures/{file...}", s.figure)
	mux.HandleFunc("GET /p/{id}/solution/{file...}", s.solutionFigure)
	mux.HandleFunc("GET /pictures/{key}", s.picture)
	mux.HandleFunc("GET /s/{run}", s.page(s.run))
	mux.HandleFunc("GET /inbox", s.page(s.arrivals))
	mux.HandleFunc("GET /api/palette", s.targets)
	mux.HandleFunc("GET /api/inbox", s.arrivalsPiece)
	mux.HandleFunc("GET /play", s.page(s.games))
	mux.HandleFunc("GET /play/{id}", s.game)
	mux.HandleFunc("POST /play/{id}", s.move)
	mux.HandleFunc("GET /laboratory", s.page(s.laboratories))
	mux.HandleFunc("GET /laboratory/{id}", s.page(s.laboratory))
	mux.HandleFunc("GET /api/laboratory/{id}/claim", s.claim)
	mux.HandleFunc("GET /api/laboratory/{id}/cell", s.cell)
	mux.HandleFunc("POST /api/laboratory/{id}", s.explore)
	mux.HandleFunc("GET /verify", s.page(s.drafts))
	mux.HandleFunc("GET /verify/{id}", s.page(s.verify))
	mux.HandleFunc("GET /verify/{id}/figures/{file...}", s.draftFigure)
	mux.HandleFunc("GET /api/verify/{id}/sheet", s.redraw)
	mux.HandleFunc("POST /api/verify/{id}", s.prove)
	mux.HandleFunc("POST /api/verify/{id}/stop", s.stopProof)
	if s.Hub != nil {
		mux.HandleFunc("GET /"+hubPath, s.page(s.hub))
		mux.HandleFunc("GET /api/hub", s.hubPiece)
	}
	mux.HandleFunc("GET /submissions", s.page(s.submissions))
	mux.HandleFunc("GET /progress", s.page(s.progress))
	mux.HandleFunc("GET /api/files/{id}/{name}", s.readFile)
	mux.HandleFunc("PUT /api/files/{id}/{name}", s.saveFile)
	mux.HandleFunc("POST /api/judge/{id}/{name}", s.submit)
	mux.HandleFunc("POST /api/run/{id}/{name}", s.runOwn)
	mux.HandleFunc("POST /api/stop/{id}/{name}", s.stop)
	mux.HandleFunc("POST /api/again/{run}", s.again)
	mux.HandleFunc("POST /api/hints/{id}/{number}", s.openHint)
	mux.HandleFunc("POST /api/solution/{id}", s.openSolution)
	mux.HandleFunc("GET /api/streams/{stream}", s.follow)
	mux.HandleFunc("/", s.page(func(*http.Request) (view, error) { return view{}, errNoPage }))
	return s.guard.before(mux)
}
