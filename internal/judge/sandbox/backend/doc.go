// Package backend chooses the strongest sandbox that a machine allows. It never falls back silently: the Choice says
// what was found and why.
package backend
