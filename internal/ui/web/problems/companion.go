package problems

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/ui/companion"
)

// Companion says how the server listens for the extension Competitive Companion.
type Companion struct {
	// Dir is the directory in which processes agree which of them listens; "" to leave that to others.
	Dir string
	// Port is the port to listen on; 0 for one that the extension knows.
	Port int
	// Layout names the directories of problems, as companion.Inbox does.
	Layout string
}

// companionLog records which process listens for the extension.
type companionLog struct {
	mutex sync.Mutex
	words string
}

func (e *companionLog) say(format string, values ...any) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.words = fmt.Sprintf(format, values...)
}

// heard describes which process listens.
func (e *companionLog) heard() string {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return cmp.Or(e.words, "Competitive Companion is not heard here: this server was started with --no-listen.")
}

// Listen makes directories of the problems that the extension sends, until the server ends. If another process of the user's
// listens already, that one continues, and this one takes over when it ends.
func (s *Inbox) Listen() {
	if s.Companion.Dir == "" {
		return
	}
	err := s.takeAndHear(s.Lifetime)
	if err != nil && s.Lifetime.Err() == nil {
		s.Workspace.Log().Warn("Competitive Companion is not heard", "reason", err, "remedy", hint.Of(err))
		s.ear.say("Competitive Companion is not heard: %v.", err)
	}
}

func (s *Inbox) takeAndHear(ctx context.Context) error {
	s.ear.say("Competitive Companion will be heard in a moment.")
	seat, err := companion.Take(ctx, s.Companion.Dir, func(o companion.Owner) {
		s.ear.say("%s hears Competitive Companion already, and puts problems into %s; this server takes over when that ends.",
			cmp.Or(o.Command, "Another grundy"), cmp.Or(o.Folder, "its folder"))
	})
	if err != nil {
		return err
	}
	defer func() { _ = seat.Leave() }()
	listener, err := companion.Listen(s.Companion.Port)
	if err != nil {
		return err
	}
	defer listener.Close()
	if err := seat.Tell(companion.Owner{Process: os.Getpid(), Command: "grundy serve", Port: listener.Port, Folder: s.Solutions}); err != nil {
		return err
	}
	s.ear.say("Competitive Companion is heard at port %d: click its plus on the page of a problem or a contest.", listener.Port)
	box := companion.Inbox{
		Dir: s.Solutions, Source: practice.Starts(s.Workspace, s.ending()), Layout: s.Companion.Layout, Reserved: s.Workspace.Problems().Has,
	}
	return listener.Serve(ctx, func(page plain.Page) {
		if _, err := box.Put(page); err != nil {
			s.Workspace.Log().Warn("a problem from the browser is not kept", "reason", err, "remedy", hint.Of(err))
		}
	}, func(reason string) { s.Workspace.Log().Warn("not listened to: " + reason) })
}

// languageCookie stores in a browser the extension of the solution that was shown last.
const languageCookie = "grundy-language"

// endingFor returns the extension of new solutions in a browser: that of the last one there, or of the configured language.
func (s *Inbox) endingFor(r *http.Request) string {
	if cookie, err := r.Cookie(languageCookie); err == nil && practice.HasTemplate(cookie.Value) {
		return cookie.Value
	}
	return s.ending()
}

// ending returns the extension of new solutions.
func (s *Inbox) ending() string {
	ending, found := practice.TemplateEnding(s.Language)
	if !found {
		ending, _ = practice.TemplateEnding("cpp")
	}
	return ending
}
