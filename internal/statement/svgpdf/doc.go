// Package svgpdf converts the SVG figures of statements to PDF, for tools such as LaTeX that cannot show SVG.
//
// It knows the part of SVG in which people draw boards, graphs and heaps by hand: shapes, paths, groups, lines of
// text, arrow heads, tiles, and simple style sheets. Anything else is an error, so a picture is never wrong. It
// knows nothing of statements or packages.
package svgpdf
