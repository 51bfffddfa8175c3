// Package svgsafe sanitizes pictures drawn by programs of packages, which are as untrusted as these programs. It
// determines their kinds by their content, and removes from an SVG drawing everything that runs, loads or links
// elsewhere. It knows no package and no page.
package svgsafe
