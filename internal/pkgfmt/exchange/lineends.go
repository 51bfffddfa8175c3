package exchange

import (
	"bufio"
	"bytes"
	"io"
	"maps"
	"slices"
)

// lineFeeds reads lines that end in CRLF as lines that end in LF.
type lineFeeds struct {
	io.Closer
	from *bufio.Reader
}

func (r *lineFeeds) Read(to []byte) (int, error) {
	n := 0
	for n < len(to) {
		if n > 0 && r.from.Buffered() == 0 {
			return n, nil
		}
		c, err := r.from.ReadByte()
		if err != nil {
			return n, err
		}
		if c == '\r' {
			if next, err := r.from.Peek(1); err == nil && next[0] == '\n' {
				continue
			}
		}
		to[n] = c
		n++
	}
	return n, nil
}

// endsInCRLF reports whether all lines at the beginning of a text file end in CRLF.
func (t *tree) endsInCRLF(name string) bool {
	f, err := t.root.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 1<<16))
	lines := bytes.Count(text, []byte("\n"))
	return err == nil && lines > 0 && bytes.Count(text, []byte("\r\n")) == lines
}

// lineEnds finds the tests whose lines end in CRLF, as in Polygon's packages for Windows, and has them read with LF: there
// programs read LF, and validators on Linux want it. If no test is such, CRLF in the tests of programs is on purpose.
func (pi *polygonImport) lineEnds() error {
	for i := range pi.about.Judging.Testsets {
		pi.findCRLF(&pi.about.Judging.Testsets[i])
	}
	if len(pi.tree.crlf) == 0 {
		return nil
	}
	pi.findCRLF(pi.about.Checker.Testset)
	for _, v := range pi.about.Validators {
		pi.findCRLF(v.Testset)
	}
	first := slices.Min(slices.Collect(maps.Keys(pi.tree.crlf)))
	pi.note(first, "lines end in CRLF, here and in %d other files of tests: they are taken as LF, which validators want on Linux", len(pi.tree.crlf)-1)
	return nil
}

func (pi *polygonImport) findCRLF(ts *polygonTestset) {
	if ts == nil {
		return
	}
	for i := range ts.Tests {
		for _, pattern := range []string{ts.Input, ts.Output, ts.Answer} {
			if name := at(pattern, i+1); pi.tree.has(name) && pi.tree.endsInCRLF(name) {
				pi.tree.crlf[name] = true
			}
		}
	}
}
