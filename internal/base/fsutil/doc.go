// Package fsutil writes files and directories all or nothing, copies, locks and removes them. It does not know
// their content.
package fsutil
