// Package plot draws measurements as SVG for pages: a strip of cases, time against n, the spread of times, a year of
// days.
//
// A drawing has classes and no styles, so that it works under the strictest content security policy and takes the
// colours of the page; Assets contains the style sheet. Every drawing also has a description in words. The same data
// give the same bytes. Nothing here judges or measures.
package plot

import "embed"

// Assets is the style sheet, plot.css, which names the variables of a page that it uses.
//
//go:embed assets/plot.css
var Assets embed.FS
