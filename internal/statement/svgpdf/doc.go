// Package svgpdf draws the figures of statements for tools that show no SVG: LaTeX shows PDF.
//
// It knows the part of SVG in which people draw boards, graphs and heaps by hand: shapes, paths, groups, lines of text, arrow
// heads, tiles, and simple style sheets. What it does not know is an error, so that a picture is never wrong. It knows nothing
// of statements or packages.
//
//	page, err := svgpdf.PDF(svg)
package svgpdf
