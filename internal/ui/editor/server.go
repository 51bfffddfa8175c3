package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
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
	// Why looks for the smallest failing input after each failure.
	Why *bool `json:"why"`
}

// options are what the plugin of an editor sends as initializationOptions.
type options struct {
	settings
	// Events reports that the editor takes grundy/event. Some editors warn of notifications that they do not know.
	Events bool `json:"events"`
	// OwnCommands reports that the editor registers the commands of lenses and actions itself.
	OwnCommands bool `json:"ownCommands"`
}

// Server serves one editor.
type Server struct {
	Config
	lifetime context.Context
	client   *jsonrpc2.Conn
	stop     context.CancelFunc
	running  sync.WaitGroup

	mutex     sync.Mutex
	phase     phase
	exited    bool // the editor ended the process
	over      bool // no more work begins
	editor    abilities
	settings  settings
	answering map[jsonrpc2.ID]context.CancelFunc // the requests that have no answer yet
	runs      int
	documents map[string]*document // by path
	latest    *document            // the one that the editor named last
}

// phase is how far a session is.
type phase int

const (
	fresh  phase = iota // before initialize
	served              // requests are answered
	closed              // after shutdown
)

// abilities are those of the editor that change what the server says.
type abilities struct {
	events    bool // takes grundy/event
	refreshes bool // asks again for code lenses when told
	progress  bool // shows progress
	literals  bool // knows code actions, not only commands
}

// errExitedEarly reports that the editor ended the process without a shutdown; the protocol demands an exit code for that.
var errExitedEarly = errors.New("the editor sent exit without shutdown")

// Serve speaks with the editor until it ends the session, closes the stream, or ctx ends. It stops what runs then.
func Serve(ctx context.Context, config Config, in io.ReadCloser, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &Server{
		Config: config, lifetime: ctx, stop: stop, answering: map[jsonrpc2.ID]context.CancelFunc{}, documents: map[string]*document{},
	}
	ready := make(chan struct{})
	stream := newStream(in, out)
	// Answers are sent until all work has ended, so the connection outlives ctx.
	s.client = jsonrpc2.NewConn(context.WithoutCancel(ctx), stream, handler(func(request *jsonrpc2.Request) {
		<-ready
		s.handle(request)
	}), jsonrpc2.SetLogger(log.New(io.Discard, "", 0))) // we report what breaks the stream
	close(ready)
	select {
	case <-ctx.Done():
	case <-s.client.DisconnectNotify():
	}
	stop()
	s.mutex.Lock()
	s.over = true
	s.mutex.Unlock()
	s.running.Wait()
	_ = s.client.Close() // it is closed already if the editor ended it
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.exited && s.phase != closed {
		return errExitedEarly
	}
	return stream.fault()
}

// handler adapts a function to jsonrpc2.Handler.
type handler func(request *jsonrpc2.Request)

func (h handler) Handle(_ context.Context, _ *jsonrpc2.Conn, request *jsonrpc2.Request) { h(request) }

// answerers answer the requests: those of the protocol, and our own, which docs/internals/editor.md describes.
var answerers = map[string]func(s *Server, ctx context.Context, params json.RawMessage) (any, error){
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

// phases answer the requests that begin and end a session, before the next message is read.
var phases = map[string]func(s *Server, ctx context.Context, params json.RawMessage) (any, error){
	"initialize": answering((*Server).initialize),
	"shutdown":   answering((*Server).shutdown),
}

// listeners take in the notifications of the protocol. They return at once.
var listeners = map[string]func(s *Server, params json.RawMessage) error{
	"textDocument/didOpen":             listening((*Server).didOpen),
	"textDocument/didSave":             listening((*Server).didSave),
	"textDocument/didClose":            listening((*Server).didClose),
	"workspace/didChangeConfiguration": listening((*Server).didChangeConfiguration),
	"window/workDoneProgress/cancel":   listening((*Server).cancelProgress),
	"$/cancelRequest":                  listening((*Server).cancelRequest),
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

// handle takes in one message of the editor. Messages come in order; an answer may take longer than the next message. Nothing is
// written meanwhile: an editor that waits until its own message is read may not read ours.
func (s *Server) handle(request *jsonrpc2.Request) {
	var params json.RawMessage
	if request.Params != nil {
		params = *request.Params
	}
	if request.Notif {
		s.listen(request.Method, params)
		return
	}
	ctx, cancel := context.WithCancel(s.lifetime)
	answer := answerers[request.Method]
	if err := s.refusal(request.Method); err != nil {
		answer = func(*Server, context.Context, json.RawMessage) (any, error) { return nil, err }
	} else if begin, known := phases[request.Method]; known {
		result, err := begin(s, ctx, params)
		answer = func(*Server, context.Context, json.RawMessage) (any, error) { return result, err }
	}
	s.mutex.Lock()
	s.answering[request.ID] = cancel
	s.mutex.Unlock()
	s.start(func() {
		result, err := answer(s, ctx, params)
		s.mutex.Lock()
		delete(s.answering, request.ID)
		s.mutex.Unlock()
		if err != nil && ctx.Err() != nil {
			err = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "the editor cancelled " + request.Method}
		}
		cancel()
		s.reply(request, result, err)
	})
}

// start starts work for the session, unless that is over.
func (s *Server) start(work func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.over {
		s.running.Go(work)
	}
}

// The error codes of the Language Server Protocol.
const (
	codeServerNotInitialized = -32002
	codeRequestCancelled     = -32800
)

// refusal returns why a request cannot be answered now, nil if it can.
func (s *Server) refusal(method string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case s.phase == closed:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: method + " after shutdown"}
	case s.phase == served && method == "initialize":
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "a second initialize"}
	case s.phase == fresh && method != "initialize":
		return &jsonrpc2.Error{Code: codeServerNotInitialized, Message: method + " before initialize"}
	case phases[method] == nil && answerers[method] == nil:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "no method " + method}
	}
	return nil
}

// listen takes in a notification. The protocol lets a server pass over those that it does not know.
func (s *Server) listen(method string, params json.RawMessage) {
	if method == "exit" {
		s.exit()
		return
	}
	s.mutex.Lock()
	serving := s.phase == served
	s.mutex.Unlock()
	if take, known := listeners[method]; known && serving {
		if err := take(s, params); err != nil {
			s.Log.Warn(fmt.Sprintf("%s: %v", method, err))
		}
	}
}

// cancelRequest ends the work for a request whose answer the editor no longer wants. The request is answered nevertheless.
func (s *Server) cancelRequest(params cancelParams) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if cancel, known := s.answering[params.ID]; known {
		cancel()
	}
}

// fault is the data of an error: what to do about it.
type fault struct {
	Hint string `json:"hint,omitempty"`
}

// reply answers a request. The editor may be gone.
func (s *Server) reply(request *jsonrpc2.Request, result any, err error) {
	if err == nil {
		_ = s.client.Reply(s.lifetime, request.ID, result)
		return
	}
	var answer *jsonrpc2.Error
	if !errors.As(err, &answer) {
		answer = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
		if remedy := hint.Of(err); remedy != "" {
			answer.SetError(fault{remedy})
		}
	}
	_ = s.client.ReplyWithError(s.lifetime, request.ID, answer)
}

// tell sends the editor a notification. The editor may be gone.
func (s *Server) tell(method string, params any) { _ = s.client.Notify(s.lifetime, method, params) }

// ask sends the editor a request whose answer changes nothing. No run waits for an editor that is busy.
func (s *Server) ask(method string, params any) {
	_, _ = s.client.DispatchCall(s.lifetime, method, params)
}

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
	s.phase = served
	var sent options
	// Some editors send a list or a text when their user configured nothing.
	if err := json.Unmarshal(params.InitializationOptions, &sent); err != nil && len(params.InitializationOptions) > 0 {
		s.Log.Warn(fmt.Sprintf("initializationOptions: %v; the defaults apply", err))
		sent = options{}
	}
	s.settings = sent.settings
	s.editor = abilities{
		events:    sent.Events,
		refreshes: params.Capabilities.Workspace.CodeLens.RefreshSupport,
		progress:  params.Capabilities.Window.WorkDoneProgress,
		literals:  params.Capabilities.TextDocument.CodeAction.LiteralSupport != nil,
	}
	capabilities := map[string]any{
		"textDocumentSync": map[string]any{"openClose": true, "change": 0, "save": map[string]any{"includeText": false}},
		"codeLensProvider": map[string]any{"resolveProvider": false},
	}
	if s.editor.literals {
		capabilities["codeActionProvider"] = map[string]any{"codeActionKinds": []string{quickFix, sourceAction}}
	} else {
		capabilities["codeActionProvider"] = true
	}
	if !sent.OwnCommands {
		capabilities["executeCommandProvider"] = map[string]any{"commands": commandNames()}
	}
	return initializeResult{capabilities, map[string]string{"name": "grundy", "version": s.Version}}, nil
}

// shutdown stops what runs. The editor sends exit next.
func (s *Server) shutdown(context.Context, struct{}) (any, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.phase = closed
	for _, d := range s.documents {
		d.cancel()
	}
	for _, cancel := range s.answering {
		cancel()
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
