// Package ui groups the faces: commands, pages, reports of every format, and what terminals can show.
//
// Read cli/main.go first for commands, report/report.go for output formats, web/server.go for pages.
package ui
