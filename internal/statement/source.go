package statement

import (
	"sort"
	"strings"
)

// source is the text that a reader reads, and where its parts stand in the file of the author. Readers do not get the
// file itself: constants are inserted, comments removed, macros expanded, and so on, each by a rewriter.
type source struct {
	text    string
	file    string
	origins []origin // in the order of the text
}

// origin says where the text from an offset on stands in the file, up to the next origin.
type origin struct {
	at, from int
	inserted bool // whether all of that text stands for the one place
}

func newSource(file string) source {
	return source{text: file, file: file, origins: []origin{{}}}
}

// originAt is the index of the origin of an offset.
func (s source) originAt(at int) int {
	return max(0, sort.Search(len(s.origins), func(i int) bool { return s.origins[i].at > at })-1)
}

// inFile is the offset in the file of an offset in the text.
func (s source) inFile(at int) int {
	if len(s.origins) == 0 {
		return 0
	}
	o := s.origins[s.originAt(at)]
	if o.inserted {
		return o.from
	}
	return min(o.from+at-o.at, len(s.file))
}

// rewriter makes a new text of another one and keeps track of the places. Parts come in any order.
type rewriter struct {
	old source
	b   strings.Builder
	new []origin
}

func (s source) rewriter() *rewriter { return &rewriter{old: s} }

// keep writes a part of the old text.
func (w *rewriter) keep(begin, end int) {
	if begin >= end {
		return
	}
	for i := w.old.originAt(begin); i < len(w.old.origins) && w.old.origins[i].at < end; i++ {
		o := w.old.origins[i]
		if skipped := begin - o.at; skipped > 0 {
			o.at = begin
			if !o.inserted {
				o.from += skipped
			}
		}
		o.at += w.b.Len() - begin
		w.new = append(w.new, o)
	}
	w.b.WriteString(w.old.text[begin:end])
}

// put writes text that stands for what is at an offset of the old text.
func (w *rewriter) put(text string, at int) {
	if text == "" {
		return
	}
	w.new = append(w.new, origin{at: w.b.Len(), from: w.old.inFile(at), inserted: true})
	w.b.WriteString(text)
}

func (w *rewriter) source() source {
	return source{text: w.b.String(), file: w.old.file, origins: w.new}
}

// replaced replaces all occurrences of a text.
func (s source) replaced(old, with string) source {
	if !strings.Contains(s.text, old) {
		return s
	}
	w, at := s.rewriter(), 0
	for {
		next := strings.Index(s.text[at:], old)
		if next < 0 {
			break
		}
		w.keep(at, at+next)
		w.put(with, at+next)
		at += next + len(old)
	}
	w.keep(at, len(s.text))
	return w.source()
}
