package plain

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
	"unicode"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/lazyregexp"
)

// MaxPage bounds the JSON of a page, in bytes.
const MaxPage = 16 << 20

// Page is a problem page as Competitive Companion describes it and CPH stores it. Both add keys from time to time, so
// unknown ones are ignored.
type Page struct {
	Name        string  `json:"name"`
	Group       string  `json:"group"` // the site and its contest: "Codeforces - Codeforces Round 145"
	URL         string  `json:"url"`
	Interactive bool    `json:"interactive"`
	MemoryLimit float64 `json:"memoryLimit"` // MB
	TimeLimit   float64 `json:"timeLimit"`   // ms
	Tests       []struct {
		Input  string `json:"input"`
		Output string `json:"output"`
	} `json:"tests"`
	Input  Stream `json:"input"`
	Output Stream `json:"output"`
	// Batch describes the set of pages that the page was sent with: all pages of a contest, one after the other.
	Batch struct {
		ID   string `json:"id"`
		Size int    `json:"size"`
	} `json:"batch"`
}

// Stream says where a solution reads or writes.
type Stream struct {
	Type     string `json:"type"` // stdin, stdout, file or regex
	FileName string `json:"fileName"`
	Pattern  string `json:"pattern"`
}

// name returns the name of the file that replaces the standard stream; "" for none. Of a pattern it is the first file that the
// pattern names, as in "(stdin|input.txt)".
func (s Stream) name() string {
	switch s.Type {
	case "file":
		return s.FileName
	case "regex":
		return cmp.Or(fileInPattern().FindString(s.Pattern), s.FileName+s.Pattern)
	}
	return ""
}

var fileInPattern = lazyregexp.New(`[A-Za-z0-9_-]+\.[A-Za-z0-9]+`)

// ReadPage reads the JSON of one page. The error names the key whose value has another type than Companion sends, or
// exceeds all limits of contest sites.
func ReadPage(data []byte) (Page, error) {
	var page Page
	decoder := json.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&page); err != nil {
		return page, inJSON(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return page, errors.New("want one JSON object, something follows it")
	}
	if trimmed := bytes.TrimSpace(data); trimmed[0] != '{' {
		return page, errors.New("want a JSON object")
	}
	return page, nil
}

// inJSON describes an error of JSON in terms of JSON instead of Go.
func inJSON(err error) error {
	var mistaken *json.UnmarshalTypeError
	if !errors.As(err, &mistaken) {
		return err
	}
	if mistaken.Field == "" {
		return fmt.Errorf("want a JSON object, got %s", mistaken.Value)
	}
	kinds := map[reflect.Kind]string{
		reflect.String: "text", reflect.Bool: "true or false", reflect.Float64: "a number", reflect.Int: "an integer",
		reflect.Slice: "a list", reflect.Struct: "an object",
	}
	return fmt.Errorf("%s: want %s, got %s", mistaken.Field, kinds[mistaken.Type.Kind()], mistaken.Value)
}

// Time returns the limit of CPU time; 0 if the page has none.
func (p *Page) Time() time.Duration { return time.Duration(p.TimeLimit * float64(time.Millisecond)) }

// Memory returns the memory limit; 0 if the page has none. MB are treated as MiB, as contest sites mean them.
func (p *Page) Memory() bytesize.Size { return bytesize.Size(p.MemoryLimit * float64(bytesize.MiB)) }

// excesses lists values beyond anything that a site sets.
func (p *Page) excesses() []string {
	var messages []string
	const most = 1000
	if n := len(p.Tests); n > most {
		messages = append(messages, fmt.Sprintf("tests: want at most %d, got %d", most, n))
	}
	const longest = 10 * 60 * 1000
	if p.TimeLimit != 0 && p.TimeLimit < 1 || p.TimeLimit > longest {
		messages = append(messages, fmt.Sprintf("timeLimit: want milliseconds from 1 to %d, got %g", longest, p.TimeLimit))
	}
	const largest = 1 << 20
	if p.MemoryLimit < 0 || p.MemoryLimit > largest {
		messages = append(messages, fmt.Sprintf("memoryLimit: want MB up to %d, got %g", largest, p.MemoryLimit))
	}
	return messages
}

// Check returns why no directory can be made from the page.
func (p *Page) Check() error {
	if strings.TrimSpace(p.Name) == "" {
		return errors.New("name: want the name of the problem, got none")
	}
	if p.URL != "" {
		if err := CheckURL(p.URL); err != nil {
			return fmt.Errorf("url: %w", err)
		}
	}
	for _, message := range p.excesses() {
		return errors.New(message)
	}
	return nil
}

// Settings returns the content of plain.yaml for the page's directory.
func (p *Page) Settings() Settings {
	return Settings{
		Name: Title(p.Name), URL: p.URL, Time: p.Time(), Memory: p.Memory(), Interactive: p.Interactive,
		InputFile: Title(p.Input.name()), OutputFile: Title(p.Output.name()),
	}
}

// Title makes a name from a page safe for a line of a file, such as a comment in a source: without control characters,
// ends of comments, and line continuations.
func Title(name string) string {
	const longest = 200
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == '\\':
			return '/'
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, name)
	name = strings.ReplaceAll(strings.Join(strings.Fields(name), " "), "*/", "* /")
	if letters := []rune(name); len(letters) > longest {
		name = string(letters[:longest])
	}
	return name
}

// longestFolderName bounds the name of a directory, in bytes. The path of a solution in it must stay within the limits
// of systems.
const longestFolderName = 48

// reservedNames are names of devices on Windows, in every directory
// (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
var reservedNames = lazyregexp.New(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// FolderName makes the name of a file or a directory from a name on a page, which is untrusted: letters and digits of
// any script, in lower case, with hyphens in between.
func FolderName(name string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r) && out.Len() > 0:
			if out.Len()+len(string(r)) > longestFolderName {
				return strings.TrimRight(out.String(), "-")
			}
			out.WriteRune(r)
		case out.Len() > 0 && !strings.HasSuffix(out.String(), "-"):
			out.WriteByte('-')
		}
	}
	id := strings.TrimRight(out.String(), "-")
	if id == "" || reservedNames().MatchString(id) {
		return strings.TrimPrefix(id+"-problem", "-")
	}
	return id
}
