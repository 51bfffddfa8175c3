// Package site is what all pages share: the guard that admits one browser, the frame around each page with its
// navigation, the templates and what pages load, and the answers to scripts.
package site
