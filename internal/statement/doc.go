// Package statement shows problem statements: Markdown and LaTeX, the samples after it, math as Unicode in a
// terminal and as MathML on a page.
//
// Both languages are read into the same blocks (paragraphs, lists, tables, …). Render lays these out in a given
// width, HTML writes them for a page, and TeX for print. The package understands the LaTeX that statements are
// written in, not all of TeX. It reports commands that it does not understand (Faults), and shows the text in them. It
// reads no files and knows no problem packages. A terminal shows the names of images; for a page the caller provides their addresses.
package statement
