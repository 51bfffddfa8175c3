// Package companion talks with two extensions of browsers: it hears the problems that Competitive Companion reads on the pages of
// contest sites, and hands solutions to cph-submit, which fills the forms of some sites.
//
// It does not know how sources begin, and opens no browser.
package companion
