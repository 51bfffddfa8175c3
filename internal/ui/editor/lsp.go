package editor

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// The parts of the Language Server Protocol 3.17 that this server speaks, under the names of its specification.
type (
	initializeParams struct {
		Capabilities struct {
			Window struct {
				WorkDoneProgress bool `json:"workDoneProgress"`
			} `json:"window"`
			Workspace struct {
				CodeLens struct {
					RefreshSupport bool `json:"refreshSupport"`
				} `json:"codeLens"`
			} `json:"workspace"`
			TextDocument struct {
				CodeAction struct {
					LiteralSupport *struct{} `json:"codeActionLiteralSupport"`
				} `json:"codeAction"`
			} `json:"textDocument"`
		} `json:"capabilities"`
		InitializationOptions json.RawMessage `json:"initializationOptions"` // options
	}
	initializeResult struct {
		Capabilities map[string]any    `json:"capabilities"`
		ServerInfo   map[string]string `json:"serverInfo"`
	}
	// changedConfiguration is what an editor says when its user changes the settings.
	changedConfiguration struct {
		Settings struct {
			Grundy *settings `json:"grundy"`
		} `json:"settings"`
	}
	cancelParams struct {
		ID jsonrpc2.ID `json:"id"`
	}

	textDocument struct {
		URI string `json:"uri"`
	}
	documentParams struct {
		TextDocument textDocument `json:"textDocument"`
	}
	position struct {
		Line      int `json:"line"`      // from 0
		Character int `json:"character"` // from 0, in UTF-16 code units
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	diagnostic struct {
		Range    span      `json:"range"`
		Severity int       `json:"severity"`
		Source   string    `json:"source"`
		Message  string    `json:"message"`
		Related  []related `json:"relatedInformation,omitempty"`
		test     string    // the failed test, "" for none
	}
	publishedDiagnostics struct {
		URI         string       `json:"uri"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}
	codeLens struct {
		Range   span     `json:"range"`
		Command *command `json:"command"`
	}
	codeActionParams struct {
		TextDocument textDocument `json:"textDocument"`
		Range        span         `json:"range"`
		Context      struct {
			Only        []string `json:"only"` // kinds; null for all
			TriggerKind int      `json:"triggerKind"`
		} `json:"context"`
	}
	codeAction struct {
		Title       string       `json:"title"`
		Kind        string       `json:"kind"`
		Diagnostics []diagnostic `json:"diagnostics,omitempty"`
		Command     *command     `json:"command"`
	}
	executeCommandParams struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	}
	message struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
	progressParams struct {
		Token string        `json:"token"`
		Value progressValue `json:"value"`
	}
	progressValue struct {
		Kind        string `json:"kind"`
		Title       string `json:"title,omitempty"`
		Message     string `json:"message,omitempty"`
		Cancellable bool   `json:"cancellable,omitempty"`
		Percentage  *int   `json:"percentage,omitempty"`
	}
	progressToken struct {
		Token string `json:"token"`
	}
)

// The severities of diagnostics and the types of messages.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3

	messageError   = 1
	messageWarning = 2
)

// The kinds of code actions, and why an editor asks for them.
const (
	quickFix     = "quickfix"
	sourceAction = "source"

	triggerAutomatic = 2 // the cursor moved
)

// overlaps reports whether two spans have a place in common; an end touches.
func (s span) overlaps(other span) bool {
	return !s.End.before(other.Start) && !other.End.before(s.Start)
}

func (p position) before(other position) bool {
	return p.Line < other.Line || p.Line == other.Line && p.Character < other.Character
}

// pathOf returns the path that a URI of a file names, "" for other URIs.
func pathOf(uri string) string {
	parsed, err := url.Parse(uri)
	if err != nil || parsed.Scheme != "file" {
		return ""
	}
	path := parsed.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/") // "/C:/a.cpp"
		if parsed.Host != "" {
			path = "//" + parsed.Host + parsed.Path
		}
	}
	return filepath.FromSlash(path)
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
