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

	"grundy/internal/event"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/games"
	"grundy/internal/ui/web/hub"
	"grundy/internal/ui/web/judging"
	"grundy/internal/ui/web/packages"
	"grundy/internal/ui/web/pictures"
	"grundy/internal/ui/web/problems"
	"grundy/internal/ui/web/results"
	"grundy/internal/ui/web/runs"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
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
	Companion problems.Companion
	// Settings are shown on a page.
	Settings problems.Settings
	// Hub says how the hub stands that the user uses; nil for none.
	Hub hub.Status
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
	*site.Site
	catalog  *catalog.Catalog
	judging  *work.Judgements
	pictures *pictures.Store
	inbox    *problems.Inbox
	features []feature
	end      context.CancelFunc // of all work
}

// feature is a part of the pages. One that works longer than a request lasts has a method Wait, which returns when no
// work is left and lets none begin.
type feature interface {
	Register(mux *http.ServeMux)
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
	var more []site.Section
	if config.Hub != nil {
		more = append(more, hub.Section)
	}
	lifetime, end := context.WithCancel(context.Background())
	s := &Server{
		Site:     site.New(port, config.Key, config.Log, more...),
		catalog:  &catalog.Catalog{Workspace: config.Workspace, Solutions: config.Solutions, Lifetime: lifetime},
		judging:  work.NewJudgements(lifetime, int(config.Now().UnixMilli())),
		pictures: pictures.NewStore(lifetime, config.Workspace),
		end:      end,
	}
	theories := &results.Theories{Workspace: config.Workspace}
	s.inbox = &problems.Inbox{Site: s.Site, Catalog: s.catalog, Companion: config.Companion, Language: config.Language}
	s.features = []feature{
		theories,
		s.inbox,
		&problems.Pages{
			Site: s.Site, Catalog: s.catalog, Judging: s.judging, Pictures: s.pictures, Inbox: s.inbox,
			Now: config.Now, HideLevels: config.HideLevels, Settings: config.Settings,
		},
		&judging.Judging{
			Catalog: s.catalog, Running: s.judging, Pictures: s.pictures, Theories: theories,
			Opening: event.Begin{Version: config.Version, Command: "test", Directory: config.Folder, Submissions: 1},
		},
		&runs.Pages{Site: s.Site, Catalog: s.catalog, Judging: s.judging, Pictures: s.pictures, Theories: theories, Now: config.Now},
		&packages.Pages{
			Site: s.Site, Catalog: s.catalog, Judging: s.judging, Now: config.Now,
			Named: config.Packages, Directory: config.Folder,
		},
		&games.Chapters{Site: s.Site, Catalog: s.catalog},
		&games.Play{Site: s.Site, Catalog: s.catalog},
		&games.Laboratory{Site: s.Site, Catalog: s.catalog, Judging: s.judging, Pictures: s.pictures},
	}
	if config.Hub != nil {
		s.features = append(s.features, &hub.Hub{Site: s.Site, Status: config.Hub})
	}
	return s, nil
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
		MaxHeaderBytes: site.MaxHeader,
		// What is wrong with a package that a page shows is told to who follows the server.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
		ErrorLog:    slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // of browsers that went away
	}
	var hearing sync.WaitGroup
	hearing.Go(func() { s.inbox.Listen() })
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
	s.judging.Wait()
	hearing.Wait()
	for _, f := range s.features {
		if longer, works := f.(interface{ Wait() }); works {
			longer.Wait()
		}
	}
	s.pictures.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Handler answers requests, behind the guard.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /pictures/{key}", s.pictures.Serve)
	mux.HandleFunc("GET /api/files/{id}/{name}", s.catalog.ReadFile)
	mux.HandleFunc("PUT /api/files/{id}/{name}", s.catalog.SaveFile)
	mux.HandleFunc("GET /api/streams/{stream}", s.judging.Follow)
	for _, f := range s.features {
		f.Register(mux)
	}
	return s.Guarded(mux)
}
