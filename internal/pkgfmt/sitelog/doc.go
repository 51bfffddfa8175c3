// Package sitelog reads the submissions of a contest site with the verdicts that the site gave: exports of contest control
// systems (DOMjudge and others that speak the Contest API), event feeds, tables, and directories that name their verdicts.
//
// It knows where the sources of a submission lie, and neither judges them nor knows problems. Nothing that it reads is trusted: names
// of files come from the directory itself, never from its data, and links are refused. Read log.go first.
package sitelog
