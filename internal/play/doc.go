// Package play lets people play the games of interactive problems: it holds the tables on which the games are drawn,
// explained and hinted at.
package play
