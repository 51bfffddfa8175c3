// Package statement shows problem statements in a terminal: Markdown and LaTeX, math as Unicode, the samples after it.
//
// Both languages are read into the same blocks (paragraphs, lists, tables, …), which one layout writes in the width that
// there is. It understands the LaTeX that statements are written in, not TeX: what it does not know is shown as it
// stands rather than lost. It reads no files and knows no problem packages; images are named, not drawn.
//
//	text, err := statement.Render(source, "md", statement.Options{Width: 80, Constants: problem.Constants})
package statement
