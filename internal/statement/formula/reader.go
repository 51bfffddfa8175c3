package formula

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"grundy/internal/base/lazyregexp"
)

// Source is a formula as its author wrote it.
type Source struct {
	TeX     string
	Display bool // on lines of its own
}

// Formula is a formula that was read.
type Formula struct {
	Source
	// Faults are the parts that are not understood.
	Faults []Fault
	// Labels are the numbers of the equations in it that have a label.
	Labels map[string]string
	root   *node // nil if the formula cannot be read
}

// New returns a formula to be read.
func New(tex string, display bool) *Formula { return &Formula{Source: Source{tex, display}} }

// Fault is a part of a formula that is not understood.
type Fault struct {
	Command string // the unknown command with its backslash, or ""
	Message string
	Offset  int // in bytes from the beginning of the formula
}

// Understood reports whether the formula can be written. Unknown commands in it are then written as they stand.
func (f *Formula) Understood() bool { return f.root != nil }

// Memory keeps formulas that were read. Keys are made of letters, digits, "-" and "_".
type Memory interface {
	Recall(key string) (value []byte, found bool)
	Remember(key string, value []byte)
}

// stateful finds what a formula leaves to those behind it or takes from others: definitions, numbers, labels and references.
var stateful = lazyregexp.New(`\\(?:def|let|(?:re)?newcommand|(?:re)?newenvironment|Declare[A-Za-z]+|definecolor|mathtoolsset|(?:new|renew|use)tagform|(?:re)?newgathered|` +
	`label|tag|ref|eqref|refeq|begin\s*\{(?:equation|eqnarray|align|alignat|gather|multline|flalign|xalignat)\})`)

// reference finds the references of a formula.
var reference = lazyregexp.New(`\\(?:eqref|refeq|ref)\s*\{([^{}]*)\}`)

// Read reads the formulas of a document in their order. As in MathJax, what one defines holds for those behind it, equations
// have numbers, and references find labels before and behind them. A nil memory keeps nothing.
func Read(formulas []*Formula, memory Memory) {
	depend := slices.ContainsFunc(formulas, func(f *Formula) bool { return stateful().MatchString(f.TeX) })
	var missing []*Formula
	known := map[Source]*Formula{}
	for _, f := range formulas {
		switch {
		case depend:
			missing = append(missing, f)
		case known[f.Source] == nil:
			known[f.Source] = f
			if value, found := ofLibrary(keyOf(f.Source)); !found || f.take(value) != nil {
				missing = append(missing, f)
			}
		}
	}
	if len(missing) > 0 {
		readAll(missing, depend, cmp.Or[Memory](memory, forgetful{}))
	}
	for _, f := range formulas {
		if same := known[f.Source]; same != nil {
			*f = *same
		}
	}
	if depend {
		checkReferences(formulas)
	}
}

// readAll reads formulas, which may depend on each other.
func readAll(formulas []*Formula, depend bool, memory Memory) {
	sources := make([]Source, len(formulas))
	for i, f := range formulas {
		sources[i] = f.Source
	}
	key := edition() + keyOf(sources...)
	var results []json.RawMessage
	value, found := memory.Recall(key)
	if !found || json.Unmarshal(value, &results) != nil || len(results) != len(sources) {
		s := session{depend: depend, deadline: time.Now().Add(maxDocument)}
		results = s.readAll(sources)
		s.end()
		if value, err := json.Marshal(results); err == nil && !s.slow {
			memory.Remember(key, value)
		}
	}
	for i, f := range formulas {
		if err := f.take(string(results[i])); err != nil {
			f.Faults = []Fault{{Message: err.Error()}}
		}
	}
}

// checkReferences names references to labels that no formula has.
func checkReferences(formulas []*Formula) {
	labels := map[string]bool{}
	for _, f := range formulas {
		for name := range f.Labels {
			labels[name] = true
		}
	}
	for _, f := range formulas {
		for _, match := range reference().FindAllStringSubmatchIndex(f.TeX, -1) {
			if name := f.TeX[match[2]:match[3]]; !labels[name] {
				f.Faults = append(f.Faults, Fault{Message: "no equation has the label " + name, Offset: match[0]})
			}
		}
	}
}

// forgetful is a memory that keeps nothing.
type forgetful struct{}

func (forgetful) Recall(string) ([]byte, bool) { return nil, false }
func (forgetful) Remember(string, []byte)      {}

// result is what the program says of a formula.
type result struct {
	Tree    *node             `json:"tree"`
	Unknown []string          `json:"unknown"` // commands
	Message string            `json:"message"` // why there is no tree
	Offset  int               `json:"offset"`  // where reading ended, in UTF-16
	Labels  map[string]string `json:"labels"`
}

// take fills a formula with what the program says of it.
func (f *Formula) take(value string) error {
	var r result
	if err := json.Unmarshal([]byte(value), &r); err != nil {
		return err
	}
	f.root, f.Labels, f.Faults = r.Tree, r.Labels, nil
	at := 0
	for _, command := range r.Unknown {
		offset := commandAt(f.TeX, command, at)
		if offset < 0 { // a macro has brought it
			offset = max(0, commandAt(f.TeX, command, 0))
		} else {
			at = offset + len(command)
		}
		f.Faults = append(f.Faults, Fault{command, "unknown command " + command, offset})
	}
	if r.Message != "" {
		f.Faults = append(f.Faults, Fault{Message: r.Message, Offset: bytesBefore(f.TeX, r.Offset)})
	}
	return nil
}

// commandAt is the first position of a command from a position on, or -1.
func commandAt(tex, command string, from int) int {
	for at := from; at < len(tex); {
		next := strings.Index(tex[at:], command)
		if next < 0 {
			return -1
		}
		at += next + len(command)
		if at == len(tex) || !isLetter(tex[at]) || !isLetter(command[len(command)-1]) {
			return at - len(command)
		}
	}
	return -1
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// bytesBefore turns a position in UTF-16 into one in bytes.
func bytesBefore(text string, units int) int {
	for at, r := range text {
		if units <= 0 {
			return at
		}
		units -= utf16.RuneLen(r)
	}
	return len(text)
}

// keyOf is the name of formulas for a memory.
func keyOf(sources ...Source) string {
	hash := sha256.New()
	for _, source := range sources {
		fmt.Fprintf(hash, "%t %d %s", source.Display, len(source.TeX), source.TeX)
	}
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:12])
}

// edition distinguishes what different readers have left in a memory.
var edition = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(program))
	return base64.RawURLEncoding.EncodeToString(sum[:6])
})
