package exchange

import (
	"math"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// libraryMacro matches placeholders of task.md: @{keyword.input}, @{lang.en}, @{param.N_MAX},
// @{example.example_00}.
var libraryMacro = lazyregexp.New(`@\{(\w+)\.(\w+)\}`)

// libraryKeywords are the headings, by language. The samples follow the statement anyway, so their heading is
// omitted.
var libraryKeywords = map[string]map[string]string{
	"en": {"statement": "Problem Statement", "constraints": "Constraints", "input": "Input", "output": "Output"},
	"ja": {"statement": "問題文", "constraints": "制約", "input": "入力", "output": "出力"},
}

// sampleHeading matches the heading of the samples' section.
var sampleHeading = lazyregexp.New(`(?m)^#+ *@\{keyword\.sample\} *$`)

// statements writes task.md for each of its languages.
func (li *libraryImport) statements() error {
	const name = "task.md"
	li.languages, li.names = map[string]bool{}, map[string]string{}
	if !li.tree.has(name) {
		return nil
	}
	source, err := li.tree.read(name)
	if err != nil {
		return err
	}
	text := sampleHeading().ReplaceAllString(string(source), "")
	languages := []string{"en"}
	if strings.Contains(text, "@{lang.ja}") {
		languages = append(languages, "ja")
	}
	for _, language := range languages {
		li.languages[language] = true
		li.names[language] = li.about.Title
		if err := li.text("statement/problem."+language+".md", li.statement(text, language)); err != nil {
			return err
		}
	}
	return nil
}

var emptyLines = lazyregexp.New(`\n{3,}`)

// statement returns the text in one language, with the macros replaced.
func (li *libraryImport) statement(text, language string) string {
	var out strings.Builder
	current, from := "", 0
	write := func(part string) {
		if current == "" || current == language {
			out.WriteString(part)
		}
	}
	for _, at := range libraryMacro().FindAllStringSubmatchIndex(text, -1) {
		write(text[from:at[0]])
		from = at[1]
		switch kind, word := text[at[2]:at[3]], text[at[4]:at[5]]; kind {
		case "lang":
			if current = word; word == "end" {
				current = ""
			}
		case "keyword":
			write(libraryKeywords[language][word])
		case "param":
			write(inFormula(li.about.Params[word]))
		case "example": // the samples are shown anyway
		default:
			write(text[at[0]:at[1]])
		}
	}
	write(text[from:])
	return strings.TrimSpace(emptyLines().ReplaceAllString(out.String(), "\n\n")) + "\n"
}

// inFormula writes a bound as the site does: large round numbers as powers of ten.
func inFormula(value any) string {
	switch n := value.(type) {
	case int64:
		digits := strconv.FormatInt(n, 10)
		if strings.HasSuffix(digits, "000000") {
			exponent := len(strings.TrimPrefix(digits, "-")) - 1
			factor := float64(n) / math.Pow10(exponent)
			if factor == 1 {
				return "10^{" + strconv.Itoa(exponent) + "}"
			}
			return strconv.FormatFloat(factor, 'g', -1, 64) + ` \times 10^{` + strconv.Itoa(exponent) + "}"
		}
		return digits
	case float64:
		return strconv.FormatFloat(n, 'g', -1, 64)
	case string:
		return n
	}
	return ""
}
