// Package companion talks to two browser extensions: it receives the problems that Competitive Companion reads on the
// pages of contest sites, and hands solutions to cph-submit, which fills in the forms of some sites.
//
// It does not know how sources begin, and opens no browser.
package companion
