package diagnose

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// Fault is why a program crashed, and where.
type Fault struct {
	// Reason is the runtime's message, shortened: "index 5 of 5", "ZeroDivisionError: division by zero".
	Reason string
	// File is the name of the user's file, and Line counts from 1. They are "" and 0 if the program did not say.
	File string
	Line int
	// Undefined reports that a sanitizer found undefined behaviour; the program did not end itself.
	Undefined bool
	// Said is what standard error held before a sanitizer's report, which is long.
	Said string
}

// String returns text such as "index 5 of 5, a.cpp:17".
func (f Fault) String() string {
	if f.File == "" {
		return f.Reason
	}
	return fmt.Sprintf("%s, %s:%d", f.Reason, f.File, f.Line)
}

// Find parses what a program wrote on standard error. names are those of the user's files; a line belongs to the user
// if its file has the last path element of one of them.
func Find(stderr string, names []string) (Fault, bool) {
	for _, read := range []func(*report) (string, bool){sanitizer, python, java, rust, golang, javascript} {
		r := &report{text: stderr, names: names}
		if reason, found := read(r); found {
			r.fault.Reason = shortened(reason)
			if !r.sanitized {
				r.fault.Said = stderr
			}
			return r.fault, true
		}
	}
	return Fault{}, false
}

// report is a text that is being parsed.
type report struct {
	text      string
	names     []string
	fault     Fault
	sanitized bool
}

// place sets the position to the first of the pattern's matches in the user's files, or to the last one. The
// pattern's groups are the file and the line.
func (r *report) place(pattern *regexp.Regexp, last bool) {
	for _, match := range pattern.FindAllStringSubmatch(r.text, -1) {
		if name := r.own(match[1]); name != "" {
			r.fault.File = name
			r.fault.Line, _ = strconv.Atoi(match[2]) // digits
			if !last {
				return
			}
		}
	}
}

// own returns the user's name of a file, or "" for any other file.
func (r *report) own(file string) string {
	i := slices.IndexFunc(r.names, func(name string) bool { return path.Base(name) == path.Base(file) })
	if i < 0 {
		return ""
	}
	return r.names[i]
}

var (
	pythonStart = "Traceback (most recent call last):"
	pythonPlace = lazyregexp.New(`(?m)^\s*File "([^"]+)", line (\d+)`)
	pythonError = lazyregexp.New(`(?m)^[A-Za-z_][\w.]*(: .*)?$`)
)

func python(r *report) (string, bool) {
	at := strings.LastIndex(r.text, pythonStart)
	if at < 0 {
		return "", false
	}
	r.text = r.text[at+len(pythonStart):]
	r.place(pythonPlace(), true)
	errors := pythonError().FindAllString(r.text, -1)
	if len(errors) == 0 {
		return "the program did not catch an exception", true
	}
	return errors[len(errors)-1], true
}

var (
	javaError = lazyregexp.New(`(?m)^Exception in thread "[^"]*" (.+)$`)
	javaPlace = lazyregexp.New(`(?m)^\s+at [^\n(]*\(([^():\n]+):(\d+)\)`)
)

func java(r *report) (string, bool) {
	match := javaError().FindStringSubmatch(r.text)
	if match == nil {
		return "", false
	}
	r.place(javaPlace(), false)
	kind, message, said := strings.Cut(match[1], ": ")
	kind = kind[strings.LastIndexByte(kind, '.')+1:]
	if said {
		kind += ": " + message
	}
	return kind, true
}

var (
	rustError = lazyregexp.New(`(?m)^thread '[^']*'(?: \(\d+\))? panicked at ([^\n]+?):(\d+):\d+:\n([^\n]*)`)
	// Before version 1.72 the message came first.
	rustFormer = lazyregexp.New(`(?m)^thread '[^']*' panicked at '((?s:.*?))', ([^\n]+?):(\d+):\d+`)
	rustPlace  = lazyregexp.New(`panicked at ([^\n']+?):(\d+):\d+:`)
	rustBefore = lazyregexp.New(`', ([^\n']+?):(\d+):\d+`)
)

func rust(r *report) (string, bool) {
	if match := rustError().FindStringSubmatch(r.text); match != nil {
		r.place(rustPlace(), false)
		return match[3], true
	}
	if match := rustFormer().FindStringSubmatch(r.text); match != nil {
		r.place(rustBefore(), false)
		return match[1], true
	}
	return "", false
}

var (
	goError = lazyregexp.New(`(?m)^(?:panic: |fatal error: )(.+)$`)
	goPlace = lazyregexp.New(`(?m)^\t([^\n:]+\.go):(\d+)`)
)

func golang(r *report) (string, bool) {
	match := goError().FindStringSubmatch(r.text)
	if match == nil || !strings.Contains(r.text, "\ngoroutine ") {
		return "", false
	}
	r.place(goPlace(), false)
	return strings.TrimPrefix(match[1], "runtime error: "), true
}

var (
	scriptError = lazyregexp.New(`(?m)^(?:Uncaught )?(\w*Error(?:: .*)?)$`)
	scriptPlace = lazyregexp.New(`(?m)^\s+at (?:[^\n(]*\()?([^\n()]+):(\d+):\d+\)?`)
	scriptStart = lazyregexp.New(`(?m)^([^\n\s]+\.[cm]?[jt]s):(\d+)$`)
)

func javascript(r *report) (string, bool) {
	match := scriptError().FindStringSubmatch(r.text)
	if match == nil || !scriptPlace().MatchString(r.text) && !scriptStart().MatchString(r.text) {
		return "", false
	}
	r.place(scriptStart(), false)
	r.place(scriptPlace(), false)
	return match[1], true
}

// indexes are the messages of runtimes about an index out of range: the index, then the length.
var indexes = []struct {
	pattern       func() *regexp.Regexp
	index, length int
}{
	{lazyregexp.New(`(?i)index (-?\d+) out of bounds for length (\d+)`), 1, 2},
	{lazyregexp.New(`index out of range \[(-?\d+)\] with length (\d+)`), 1, 2},
	{lazyregexp.New(`the len is (\d+) but the index is (\d+)`), 2, 1},
	{lazyregexp.New(`index (-?\d+) out of bounds for type '[^\[']*\[(\d+)\]`), 1, 2},
}

// shortened gives all messages about an index out of range the same form.
func shortened(reason string) string {
	for _, known := range indexes {
		if match := known.pattern().FindStringSubmatch(reason); match != nil {
			return indexOf(match[known.index], match[known.length])
		}
	}
	return strings.TrimSpace(reason)
}

func indexOf(index, length string) string { return "index " + index + " of " + length }
