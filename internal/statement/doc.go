// Package statement shows problem statements: Markdown and LaTeX, the samples after it, math as Unicode in a terminal and as
// MathML on a page.
//
// Both languages are read into the same blocks (paragraphs, lists, tables, …), which Render lays out in the width that
// there is, HTML writes for a page and TeX for print. It understands the LaTeX that statements are written in, not TeX: what it does not know
// is shown as it stands rather than lost. It reads no files and knows no problem packages; a terminal names images, and for a page
// the caller says where they are.
//
//	text, err := statement.Render(source, "md", statement.Options{Width: 80, Constants: problem.Constants})
//	html, err := statement.HTML(source, "md", statement.HTMLOptions{Constants: problem.Constants, Figure: address})
package statement
