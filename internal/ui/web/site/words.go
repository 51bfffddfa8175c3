package site

import (
	"net/url"
	"strings"
	"time"

	"grundy/internal/ui/terminal"
)

// Capital capitalizes the first letter.
func Capital(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

// SentenceCase capitalizes the first letter, unless the first word is a name: of a file, a problem, a variable, or something
// to type.
func SentenceCase(words string) string {
	first, _, _ := strings.Cut(words, " ")
	if strings.Trim(first, "abcdefghijklmnopqrstuvwxyz'") != "" || first == "grundy" || len(first) < 2 && first != "a" {
		return words
	}
	return Capital(words)
}

// Sentence capitalizes the first letter and adds an ellipsis.
func Sentence(words string) string { return Capital(words) + " …" }

// Ago says how long ago something was.
func Ago(now, then time.Time) string {
	switch since := now.Sub(then); {
	case since < time.Minute:
		return "just now"
	case since < time.Hour:
		return terminal.Count(int(since.Minutes()), "minute") + " ago"
	case since < 24*time.Hour:
		return terminal.Count(int(since.Hours()), "hour") + " ago"
	default:
		return then.Format(time.DateOnly)
	}
}

// ProblemPage returns the address of a problem's page.
func ProblemPage(id string) string { return "p/" + url.PathEscape(id) }
