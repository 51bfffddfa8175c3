// Package filewatch reports files that were saved with new content, however an editor saves: by writing, by truncating
// first, in several writes, or by renaming another file over them.
//
// It does not know what files are about.
package filewatch
