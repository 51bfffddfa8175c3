// Package compare judges the submissions of a contest site and lays the verdicts beside those of the site: for rejudging on other
// machines, and to see whether a package judges as the site did. Package sitelog reads what the site says.
package compare
