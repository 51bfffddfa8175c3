package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"grundy/internal/base/hint"
	"grundy/internal/store/workspace"
)

// Config says what a server serves.
type Config struct {
	Workspace *workspace.Workspace
	Version   string
	Log       *slog.Logger
}

// settings are those that an editor may send, as initializationOptions or as a changed configuration.
type settings struct {
	// RunOnSave judges a solution whenever it is saved; it is on by default.
	RunOnSave *bool `json:"runOnSave"`
	// OwnCommands reports that the editor registers the commands of lenses and actions itself.
	OwnCommands bool `json:"ownCommands"`
	// Why looks for the smallest failing input after each failure.
	Why *bool `json:"why"`
}

// Server serves one editor.
type Server struct {
	Config
	lifetime context.Context
	client   *jsonrpc2.Conn
	stop     context.CancelFunc
	running  sync.WaitGroup

	mutex     sync.Mutex
	settings  settings
	refreshes bool // the editor asks again for code lenses when told
	progress  bool // the editor shows progress
	closing   bool // a shutdown was asked for
	exited    bool // the editor ended the process
	runs      int
	documents map[string]*document // by path
}

// errExitedEarly reports that the editor ended the process without a shutdown; the protocol demands an exit code for that.
var errExitedEarly = errors.New("the editor sent exit without shutdown")

// Serve speaks with the editor until it ends the session, closes the stream, or ctx ends. It stops what runs then.
func Serve(ctx context.Context, config Config, in io.ReadCloser, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &Server{Config: config, lifetime: ctx, stop: stop, documents: map[string]*document{}}
	ready := make(chan struct{})
	stream := jsonrpc2.NewBufferedStream(pipe{in, out}, jsonrpc2.VSCodeObjectCodec{})
	s.client = jsonrpc2.NewConn(ctx, stream, handler(func(ctx context.Context, request *jsonrpc2.Request) {
		<-ready
		s.handle(ctx, request)
	}))
	close(ready)
	select {
	case <-ctx.Done():
	case <-s.client.DisconnectNotify():
	}
	stop()
	s.running.Wait()
	_ = s.client.Close() // it is closed already if the editor ended it
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.exited && !s.closing {
		return errExitedEarly
	}
	return nil
}

// pipe is the stream to the editor.
type pipe struct {
	io.ReadCloser
	io.Writer
}

// handler adapts a function to jsonrpc2.Handler.
type handler func(ctx context.Context, request *jsonrpc2.Request)

func (h handler) Handle(ctx context.Context, _ *jsonrpc2.Conn, request *jsonrpc2.Request) {
	h(ctx, request)
}

// answerers answer the requests: those of the protocol, and our own, which docs/editors.md describes.
var answerers = map[string]func(s *Server, ctx context.Context, params json.RawMessage) (any, error){
	"initialize":               answering((*Server).initialize),
	"shutdown":                 answering((*Server).shutdown),
	"textDocument/codeLens":    answering((*Server).codeLenses),
	"textDocument/codeAction":  answering((*Server).codeActions),
	"workspace/executeCommand": answering((*Server).command),
	"grundy/open":              answering((*Server).openPanel),
	"grundy/run":               answering((*Server).run),
	"grundy/runInput":          answering((*Server).runInput),
	"grundy/why":               answering((*Server).why),
	"grundy/stop":              answering((*Server).stopRun),
	"grundy/addCase":           answering((*Server).addCase),
	"grundy/removeCase":        answering((*Server).removeCase),
	"grundy/addFound":          answering((*Server).addFound),
	"grundy/history":           answering((*Server).history),
	"grundy/version":           answering((*Server).version),
}

// listeners take in the notifications of the protocol. They return at once.
var listeners = map[string]func(s *Server, params json.RawMessage) error{
	"textDocument/didOpen":             listening((*Server).didOpen),
	"textDocument/didSave":             listening((*Server).didSave),
	"textDocument/didClose":            listening((*Server).didClose),
	"workspace/didChangeConfiguration": listening((*Server).didChangeConfiguration),
	"window/workDoneProgress/cancel":   listening((*Server).cancelProgress),
}

// answering returns a function that reads the parameters of a request and answers it.
func answering[P, R any](answer func(s *Server, ctx context.Context, params P) (R, error)) func(*Server, context.Context, json.RawMessage) (any, error) {
	return func(s *Server, ctx context.Context, raw json.RawMessage) (any, error) {
		params, err := readParams[P](raw)
		if err != nil {
			return nil, err
		}
		return answer(s, ctx, params)
	}
}

// listening returns a function that reads the parameters of a notification and takes it in.
func listening[P any](take func(s *Server, params P)) func(*Server, json.RawMessage) error {
	return func(s *Server, raw json.RawMessage) error {
		params, err := readParams[P](raw)
		if err == nil {
			take(s, params)
		}
		return err
	}
}

// readParams reads the parameters of a request or a notification; they may be missing.
func readParams[P any](raw json.RawMessage) (params P, err error) {
	if len(raw) == 0 {
		return params, nil
	}
	if err := json.Unmarshal(raw, &params); err != nil {
		return params, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return params, nil
}

// handle takes in one message of the editor. Messages come in order; an answer may take longer than the next message.
func (s *Server) handle(ctx context.Context, request *jsonrpc2.Request) {
	var params json.RawMessage
	if request.Params != nil {
		params = *request.Params
	}
	if request.Notif {
		if request.Method == "exit" {
			s.exit()
		} else if take, known := listeners[request.Method]; known {
			if err := take(s, params); err != nil {
				s.Log.Warn(fmt.Sprintf("%s: %v", request.Method, err))
			}
		}
		return
	}
	answer, known := answerers[request.Method]
	if !known {
		s.reply(ctx, request, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "no method " + request.Method})
		return
	}
	s.running.Go(func() {
		result, err := answer(s, ctx, params)
		s.reply(ctx, request, result, err)
	})
}

// fault is the data of an error: what to do about it.
type fault struct {
	Hint string `json:"hint,omitempty"`
}

// reply answers a request. The editor may be gone.
func (s *Server) reply(ctx context.Context, request *jsonrpc2.Request, result any, err error) {
	if err == nil {
		_ = s.client.Reply(ctx, request.ID, result)
		return
	}
	var answer *jsonrpc2.Error
	if !errors.As(err, &answer) {
		answer = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
		if remedy := hint.Of(err); remedy != "" {
			answer.SetError(fault{remedy})
		}
	}
	_ = s.client.ReplyWithError(ctx, request.ID, answer)
}

// tell sends the editor a notification. The editor may be gone.
func (s *Server) tell(method string, params any) { _ = s.client.Notify(s.lifetime, method, params) }

// show shows the user a message.
func (s *Server) show(kind int, err error) {
	text := err.Error()
	if remedy := hint.Of(err); remedy != "" {
		text += "\n" + remedy
	}
	s.tell("window/showMessage", message{kind, text})
}

func (s *Server) initialize(_ context.Context, params initializeParams) (initializeResult, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if params.InitializationOptions != nil {
		s.settings = *params.InitializationOptions
	}
	s.refreshes = params.Capabilities.Workspace.CodeLens.RefreshSupport
	s.progress = params.Capabilities.Window.WorkDoneProgress
	capabilities := map[string]any{
		"textDocumentSync":   map[string]any{"openClose": true, "change": 0, "save": map[string]any{"includeText": false}},
		"codeLensProvider":   map[string]any{"resolveProvider": false},
		"codeActionProvider": map[string]any{"codeActionKinds": []string{"quickfix"}},
	}
	if !s.settings.OwnCommands {
		capabilities["executeCommandProvider"] = map[string]any{"commands": commandNames()}
	}
	return initializeResult{capabilities, map[string]string{"name": "grundy", "version": s.Version}}, nil
}

// shutdown stops what runs. The editor sends exit next.
func (s *Server) shutdown(context.Context, struct{}) (any, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.closing = true
	for _, d := range s.documents {
		d.cancel()
	}
	return nil, nil
}

// exit ends the session.
func (s *Server) exit() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.exited = true
	s.stop()
}

func (s *Server) didChangeConfiguration(params changedConfiguration) {
	if params.Settings.Grundy == nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.settings = *params.Settings.Grundy
}

// enabled reports whether a setting is on.
func enabled(setting *bool, byDefault bool) bool {
	if setting == nil {
		return byDefault
	}
	return *setting
}
