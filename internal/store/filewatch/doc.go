// Package filewatch tells when files were saved with another content, however an editor does so: by writing them, by
// truncating them first, in several writes, or by renaming another file over them.
//
// It does not know what files are about.
package filewatch
