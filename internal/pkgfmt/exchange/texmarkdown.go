package exchange

import (
	"strings"

	"grundy/internal/base/lazyregexp"
)

var (
	texSection  = lazyregexp.New(`\\(?:sub)*section\*?\s*\{([^{}]*)\}`)
	texBold     = lazyregexp.New(`\\textbf\{([^{}]*)\}`)
	texItalic   = lazyregexp.New(`\\(?:emph|textit)\{([^{}]*)\}`)
	texCode     = lazyregexp.New(`\\texttt\{([^{}]*)\}`)
	texLink     = lazyregexp.New(`\\href\{([^{}]*)\}\{([^{}]*)\}`)
	texImage    = lazyregexp.New(`\\includegraphics(?:\[[^\]]*\])?\{([^{}]*)\}`)
	texList     = lazyregexp.New(`(?m)^[ \t]*\\(?:begin|end)\{(?:itemize|enumerate|center|figure)\}(?:\[[^\]]*\])?[ \t]*\n?`)
	texItem     = lazyregexp.New(`(?m)^[ \t]*\\item\b[ \t]*`)
	texVerbatim = lazyregexp.New(`\\(?:begin|end)\{(?:verbatim|lstlisting)\}`)
	texDisplay  = lazyregexp.New(`(?s)\\\[(.*?)\\\]`)
)

// markdownOf translates a statement in LaTeX to Markdown, by rules for what most statements use.
func markdownOf(text string) string {
	text = withoutTitle(text)
	for _, rule := range []struct{ from, to string }{{"``", "“"}, {"''", "”"}, {"~", " "}, {`\%`, "%"}, {`\&`, "&"}, {`\#`, "#"}, {`\_`, "_"}, {`\ldots{}`, "…"}} {
		text = strings.ReplaceAll(text, rule.from, rule.to)
	}
	text = texSection().ReplaceAllString(text, "## $1\n")
	text = texVerbatim().ReplaceAllString(text, "```")
	text = texCode().ReplaceAllString(text, "`$1`")
	text = texItalic().ReplaceAllString(text, "*$1*")
	text = texBold().ReplaceAllString(text, "**$1**")
	text = texLink().ReplaceAllString(text, "[$2]($1)")
	text = texImage().ReplaceAllString(text, "![]($1)")
	text = texList().ReplaceAllString(text, "")
	text = texItem().ReplaceAllString(text, "- ")
	text = texDisplay().ReplaceAllString(text, "\n$$$$$1$$$$\n")
	return strings.TrimSpace(text) + "\n"
}
