package editor

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
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
		} `json:"capabilities"`
		InitializationOptions *settings `json:"initializationOptions"`
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
		Range    span             `json:"range"`
		Severity int              `json:"severity"`
		Source   string           `json:"source"`
		Message  string           `json:"message"`
		Related  []related        `json:"relatedInformation,omitempty"`
		Data     *diagnosticsTest `json:"data,omitempty"`
	}
	// diagnosticsTest is the failed test of a diagnostic.
	diagnosticsTest struct {
		Test string `json:"test"`
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
		Context      struct {
			Diagnostics []diagnostic `json:"diagnostics"`
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
