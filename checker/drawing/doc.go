// Package drawing draws test cases and positions of games in SVG: heaps, chessboards, paths, trees, graphs and grids.
// Visualizers of problem packages use it, and so do the pages, where the user presses parts of a board to make a
// move. Equal input gives equal bytes.
//
// A Drawing writes the markup: escaped, with classes but without styles, described in words. A Board consists of
// parts that a style sheet styles; File returns a board as a file of its own. Like every library for programs of
// packages, drawing uses only the standard library.
package drawing
