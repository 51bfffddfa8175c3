// Package plot draws what was measured, as SVG for pages: a strip of cases, time against n, how times spread, a year of days.
//
// A drawing has classes and no styles, so that it may stand under the strictest policy and takes the colours of the page;
// Assets has the style sheet. It says what it shows in words, too. The same data give the same bytes. Nothing here judges or measures.
package plot

import "embed"

// Assets is the style sheet, plot.css, which names the variables of a page that it heeds.
//
//go:embed assets/plot.css
var Assets embed.FS
