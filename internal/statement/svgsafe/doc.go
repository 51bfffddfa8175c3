// Package svgsafe takes pictures that programs of packages drew, which are as untrusted as these programs: it tells their kinds
// by what they hold, and leaves nothing in an SVG drawing that runs, loads or leads elsewhere. It knows no package and no page.
package svgsafe
