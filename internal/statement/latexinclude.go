package statement

import (
	"errors"
	"path"
	"strings"
)

// Files reads a file that a LaTeX text includes, by the name that the text gives it.
type Files func(name string) ([]byte, error)

var errNoFiles = errors.New("this text includes no files")

// maxIncludes bounds how deep files may include others.
const maxIncludes = 8

// includes are the commands that include a file as text, and listings those that show it.
var (
	includes = map[string]bool{"input": true, "include": true, "subfile": true, "import": true, "subimport": true, "InputIfFileExists": true}
	listings = map[string]bool{"lstinputlisting": true, "verbatiminput": true, "VerbatimInput": true, "inputminted": true}
)

// includeFiles puts included files into the text. What is wrong in one is reported where the text includes it.
func (r *reading) includeFiles(files Files) {
	for range maxIncludes {
		if !r.includeOnce(files) {
			return
		}
	}
	r.report(-1, "see whether one includes itself", "files include each other more than %d times", maxIncludes)
}

// includeOnce reports whether the text included a file.
func (r *reading) includeOnce(files Files) bool {
	e := expander{text: r.text}
	w, kept, room := r.rewriter(), 0, maxSource
	for e.at < len(e.text) {
		next := strings.IndexAny(e.text[e.at:], `\%`)
		if next < 0 {
			break
		}
		e.at += next
		t := e.take()
		switch name := t.name(); {
		case name == "begin":
			e.skipVerbatim()
		case name == "verb" || name == "lstinline":
			if p := (latexParser{rest: e.text[e.at:]}); p.verb(name) {
				e.at = len(e.text) - len(p.rest)
			}
		case includes[name] || listings[name]:
			p := latexParser{rest: e.text[e.at:]}
			file := p.includedFile(name)
			if file == "" {
				continue
			}
			w.keep(kept, t.at)
			kept, e.at = len(e.text)-len(p.rest), len(e.text)-len(p.rest)
			text, err := included(files, file, listings[name])
			if err != nil {
				r.report(t.at, "put the file into the package, below the statement's directory", `\%s{%s}: the file cannot be read`, name, file)
				continue
			}
			if room -= len(text); room < 0 {
				r.report(t.at, "shorten it", `\%s{%s}: the files that the text includes are too long`, name, file)
				continue
			}
			w.put(text, t.at)
		}
	}
	if kept == 0 {
		return false
	}
	w.keep(kept, len(r.text))
	r.source = w.source()
	return true
}

// skipVerbatim skips a verbatim environment whose name comes next.
func (e *expander) skipVerbatim() {
	name, _, ok := balanced(e.text[e.at:], '{', '}')
	if !ok || !isVerbatim(strings.TrimSuffix(name, "*")) && name != "comment" {
		return
	}
	if _, rest, found := strings.Cut(e.text[e.at:], `\end{`+name+"}"); found {
		e.at = len(e.text) - len(rest)
	}
}

// includedFile reads the arguments of a command that includes a file.
func (p *latexParser) includedFile(name string) string {
	if !strings.HasPrefix(p.rest, "{") && name == "input" { // as in plain TeX
		end := strings.IndexAny(p.rest, " \t\n\\}")
		if end < 0 {
			end = len(p.rest)
		}
		file := p.rest[:end]
		p.rest = p.rest[end:]
		return file
	}
	p.star()
	_, _ = p.optional()
	if name == "inputminted" {
		p.argument()
	}
	file := besideText(strings.TrimSpace(p.argument().text))
	if name == "import" || name == "subimport" {
		file = path.Join(file, strings.TrimSpace(p.argument().text))
	}
	return file
}

// included reads a file as LaTeX.
func included(files Files, name string, verbatim bool) (string, error) {
	if files == nil {
		return "", errNoFiles
	}
	data, err := files(name)
	if err != nil && path.Ext(name) == "" {
		data, err = files(name + ".tex")
	}
	if err != nil {
		return "", err
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(data), "\ufffd"), byteOrderMark)
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if verbatim {
		const end = `\end{lstlisting}`
		text = `\begin{lstlisting}` + "\n" + strings.ReplaceAll(text, end, `\end {lstlisting}`) + end
	}
	return text, nil
}
