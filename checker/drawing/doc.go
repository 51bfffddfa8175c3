// Package drawing draws what test cases and positions of games look like: heaps, chessboards, paths, trees, graphs and grids, in SVG.
// Visualizers of problem packages are written with it, and so are the pages, on whose boards some parts can be pressed to make a move.
// The same thing gives the same bytes.
//
// Drawing writes the markup: escaped, with classes and no styles, said in words. A Board is made of parts whose looks a style sheet
// gives; File is a board as a file of its own. Like all that programs of packages may import it uses nothing but the standard library.
package drawing
