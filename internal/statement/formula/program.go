package formula

import (
	_ "embed"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// program is MathJax's reader, bundled by web/formulas, whose reader.js says what its functions are for.
//
//go:embed reader.js
var program string

// Bounds of a formula in bytes, of the time to read one and all of a document, and of nested calls of the program.
const (
	maxSource   = 10_000
	maxTime     = time.Second
	maxDocument = 5 * time.Second
	maxCalls    = 1000
)

// The program takes some 60 ms to compile and to start, so what was started is used again. It sees nothing of this process:
// it has no functions but its own.
var (
	compiled = sync.OnceValues(func() (*goja.Program, error) { return goja.Compile("reader.js", program, false) })
	idle     sync.Pool // of *engine
)

// engine is the running program.
type engine struct {
	vm                                *goja.Runtime
	begin, alone, read, refers, again goja.Callable
}

func start() (*engine, error) {
	if e, ok := idle.Get().(*engine); ok {
		return e, nil
	}
	code, err := compiled()
	if err != nil {
		return nil, err
	}
	e := &engine{vm: goja.New()}
	e.vm.SetMaxCallStackSize(maxCalls)
	if _, err := e.vm.RunProgram(code); err != nil {
		return nil, err
	}
	for name, function := range map[string]*goja.Callable{"begin": &e.begin, "alone": &e.alone, "read": &e.read, "refers": &e.refers, "again": &e.again} {
		*function, _ = goja.AssertFunction(e.vm.Get(name))
	}
	_, err = e.begin(goja.Undefined())
	return e, err
}

// session reads the formulas of a document. The program starts with the first one.
type session struct {
	engine   *engine
	depend   bool // whether formulas depend on those before them
	deadline time.Time
	slow     bool // whether reading took too long, which it may not the next time
}

// readAll reads formulas in their order, and those again that refer to labels behind them.
func (s *session) readAll(sources []Source) []json.RawMessage {
	results := make([]json.RawMessage, len(sources))
	for i, source := range sources {
		results[i] = s.read(source)
	}
	if s.depend && s.engine != nil {
		for i := range sources {
			if value, err := s.engine.refers(goja.Undefined(), s.engine.vm.ToValue(i)); err == nil && value.ToBoolean() {
				results[i] = s.call(s.engine.again, i)
			}
		}
	}
	return results
}

// failed is the result for a formula that was not read.
func failed(err error) json.RawMessage {
	value, _ := json.Marshal(result{Message: err.Error()}) // strings can be written
	return value
}

var (
	errTooLong    = errors.New("the formula is too long")
	errTooDeep    = errors.New("the formula is nested too deeply")
	errTooSlow    = errors.New("the formula takes too long to read")
	errTooMany    = errors.New("the formulas before this one took too long to read")
	errUnreadable = errors.New("the formula cannot be read")
)

// read reads the next formula.
func (s *session) read(source Source) json.RawMessage {
	if s.slow && s.depend {
		return failed(errTooMany) // what those before it defined is lost
	}
	if s.engine == nil {
		e, err := start()
		if err != nil {
			return failed(err)
		}
		s.engine = e
	}
	tex := strings.ToValidUTF8(source.TeX, "\ufffd")
	if len(tex) > maxSource {
		tex = "" // it counts, all the same
	}
	function := s.engine.alone
	if s.depend {
		function = s.engine.read
	}
	value := s.call(function, tex, source.Display)
	if len(source.TeX) > maxSource {
		return failed(errTooLong)
	}
	return value
}

// call calls a function of the program within the bounds.
func (s *session) call(function goja.Callable, arguments ...any) json.RawMessage {
	left := min(maxTime, time.Until(s.deadline))
	if left <= 0 {
		s.slow = true
		return failed(errTooMany)
	}
	vm := s.engine.vm
	values := make([]goja.Value, len(arguments))
	for i, argument := range arguments {
		values[i] = vm.ToValue(argument)
	}
	stop := time.AfterFunc(left, func() { vm.Interrupt(errTooSlow) })
	value, err := function(goja.Undefined(), values...)
	if !stop.Stop() {
		s.engine, s.slow = nil, true // the program was in the middle of something
		return failed(errTooSlow)
	}
	var overflow *goja.StackOverflowError
	switch {
	case errors.As(err, &overflow):
		return failed(errTooDeep)
	case err != nil:
		return failed(errUnreadable)
	}
	return json.RawMessage(value.String())
}

// end keeps the program for the next document.
func (s *session) end() {
	if s.engine == nil {
		return
	}
	if s.depend {
		if _, err := s.engine.begin(goja.Undefined()); err != nil {
			return
		}
	}
	idle.Put(s.engine)
}
