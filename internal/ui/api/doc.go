// Package api serves the judge to programs, by HTTP on this machine: the lines and rows of package bulk. Read server.go first, then
// guard.go, which admits requests.
package api
