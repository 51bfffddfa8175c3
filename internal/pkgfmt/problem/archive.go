package problem

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"grundy/internal/base/fsutil"
)

// archiveLimits keep an archive from filling the disk.
type archiveLimits struct {
	entries int
	bytes   int64
	// An archive of more than freely bytes may unpack to at most ratio times its size.
	freely, ratio int64
}

// Real packages have some ten thousand files and a few GiB. Deflate cannot compress better than 1:1032, and test data
// near that ratio is small.
var packageLimits = archiveLimits{entries: 250_000, bytes: 8 << 30, freely: 512 << 20, ratio: 250}

// Unpack writes the contents of a zip archive into a directory that does not exist yet, completely or not at all. It
// omits a single directory at the top of the archive. It rejects dangerous content with an error that names the
// archive, the entry and the remedy: names and links that lead out, duplicate entries, devices, paths that are too
// long, and archives that grow too large. If ctx ends, nothing remains either. Files named build and run become
// executable, because zips made on other systems lose that.
func Unpack(ctx context.Context, zipPath, into string) error {
	return unpack(ctx, zipPath, into, packageLimits)
}

func unpack(ctx context.Context, zipPath, into string, limits archiveLimits) error {
	archive, err := zip.OpenReader(zipPath)
	if err != nil {
		return fmt.Errorf("archive %q: %w; download or pack it again", zipPath, err)
	}
	defer archive.Close()
	entries, err := checkArchive(&archive.Reader, limits)
	if err == nil {
		err = checkSize(zipPath, entries, limits)
	}
	if err == nil {
		err = writeTree(into, func(t *tree) error {
			for _, e := range entries {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if err := t.unpack(ctx, e); err != nil {
					return fmt.Errorf("entry %q: %w", e.File.Name, err)
				}
			}
			return t.checkLinks(entries)
		})
	}
	if err != nil {
		return fmt.Errorf("archive %q: %w", zipPath, err)
	}
	return nil
}

// UnpackFS writes a file system, such as an embedded one, into a directory that does not exist yet, completely or not
// at all.
func UnpackFS(fsys fs.FS, into string) error {
	return writeTree(into, func(t *tree) error {
		return fs.WalkDir(fsys, ".", func(name string, item fs.DirEntry, err error) error {
			if err != nil || name == "." {
				return err
			}
			if item.IsDir() {
				return t.root.MkdirAll(name, 0o755)
			}
			info, err := item.Info()
			if err != nil {
				return err
			}
			if !info.Mode().IsRegular() {
				return fmt.Errorf("%s: want a file or a directory; remove it", name)
			}
			file, err := fsys.Open(name)
			if err != nil {
				return err
			}
			defer file.Close()
			return t.write(name, file, info.Size(), info.Mode())
		})
	})
}

// archiveEntry is a file, directory or link of an archive under its final name.
type archiveEntry struct {
	*zip.File
	name string // clean, with slashes, below the top directory
}

func (e archiveEntry) fault(format string, args ...any) error {
	return fmt.Errorf("entry %q: %w", ShortName(e.File.Name), fmt.Errorf(format, args...))
}

// checkArchive returns the entries to unpack, links last.
func checkArchive(archive *zip.Reader, limits archiveLimits) ([]archiveEntry, error) {
	if len(archive.File) > limits.entries {
		return nil, fmt.Errorf("%d entries are more than the %d allowed; pack the package alone", len(archive.File), limits.entries)
	}
	var entries []archiveEntry
	seen := map[string]bool{}
	for _, file := range archive.File {
		e := archiveEntry{File: file, name: entryName(file)}
		if ignoredInArchive(e.name) {
			continue
		}
		if err := e.check(); err != nil {
			return nil, err
		}
		e.name = path.Clean(strings.TrimSuffix(e.name, "/"))
		if seen[e.name] {
			return nil, e.fault("the name stands twice; pack the package again")
		}
		seen[e.name] = true
		entries = append(entries, e)
	}
	top := topFolder(archive)
	kept := entries[:0]
	for _, e := range entries {
		if top != "" {
			e.name = strings.TrimPrefix(strings.TrimPrefix(e.name, top), "/")
		}
		if e.name != "" && e.name != "." {
			kept = append(kept, e)
		}
	}
	if len(kept) == 0 {
		return nil, errors.New("it is empty; pack the package again")
	}
	slices.SortStableFunc(kept, func(a, b archiveEntry) int { return int(a.Mode()&fs.ModeSymlink) - int(b.Mode()&fs.ModeSymlink) })
	return kept, nil
}

// entryName returns the name of an entry with slashes, as UTF-8. Archives made on Windows may have backslashes, and names in
// the character set of the terminal.
func entryName(file *zip.File) string {
	name := file.Name
	if !utf8.ValidString(name) {
		name, _ = charmap.CodePage437.NewDecoder().String(name) // every byte is a character
	}
	return strings.ReplaceAll(name, `\`, "/")
}

// ignoredInArchive matches files that macOS adds to archives.
func ignoredInArchive(name string) bool {
	return strings.HasPrefix(name, "__MACOSX/") || path.Base(name) == ".DS_Store"
}

// check rejects an entry that could be written outside the directory, on any system.
func (e archiveEntry) check() error {
	if err := checkName(strings.TrimSuffix(e.name, "/")); err != nil {
		return e.fault("%w", err)
	}
	if e.Flags&1 != 0 {
		return e.fault("it is encrypted; %s without a password", packAgain)
	}
	if kind := e.Mode().Type(); kind != 0 && kind != fs.ModeDir && kind != fs.ModeSymlink {
		return e.fault("neither a file nor a directory; remove it")
	}
	return nil
}

const packAgain = "pack the package again"

// checkName rejects the name of an entry that could be written outside the directory, on any system.
func checkName(name string) error {
	switch {
	case !utf8.ValidString(name) || strings.ContainsRune(name, 0):
		return fmt.Errorf("the name is not valid UTF-8; %s", packAgain)
	case os.PathSeparator == '\\' && strings.Contains(name, `\`): // elsewhere it is an ordinary character
		return fmt.Errorf("the name has a backslash; %s with / between directories", packAgain)
	case strings.HasPrefix(name, "/"), len(name) >= 2 && name[1] == ':':
		return fmt.Errorf("the path is absolute; %s from inside its directory", packAgain)
	case slices.Contains(strings.Split(name, "/"), ".."):
		return fmt.Errorf("the path leads out of the archive; %s from inside its directory", packAgain)
	case strings.Count(name, "/") > MaxDepth:
		return fmt.Errorf("the path is too long: more than %d directories lie in each other; %s without them", MaxDepth, packAgain)
	case !filepath.IsLocal(filepath.FromSlash(name)):
		return errors.New("the name is not allowed on this system; rename it")
	}
	return nil
}

// topFolder returns the only directory at the top of an archive, or "". A directory that every package has is kept, so
// that a zip of bare data works.
func topFolder(archive *zip.Reader) string {
	top := ""
	for _, file := range archive.File {
		name := entryName(file)
		if ignoredInArchive(name) {
			continue
		}
		first, _, inside := strings.Cut(path.Clean(name)+dirSlash(name), "/")
		if !inside || first == "" || first == "." || (top != "" && first != top) {
			return ""
		}
		top = first
	}
	if top == "data" || top == "submissions" {
		return ""
	}
	return top
}

func dirSlash(name string) string {
	if strings.HasSuffix(name, "/") {
		return "/"
	}
	return ""
}

// checkSize rejects archives that announce more than is allowed; unpacking enforces the announced sizes.
func checkSize(zipPath string, entries []archiveEntry, limits archiveLimits) error {
	info, err := os.Stat(zipPath)
	if err != nil {
		return err
	}
	allowed := min(limits.bytes, max(limits.freely, info.Size()*limits.ratio))
	total := int64(0)
	for _, e := range entries {
		if e.UncompressedSize64 > uint64(allowed-total) {
			return e.fault("with it the archive would unpack to more than the %d bytes allowed; unpack it yourself if you trust it", allowed)
		}
		total += int64(e.UncompressedSize64)
	}
	return nil
}

// tree is a directory that is being written. Nothing can be written outside it, whatever links it contains.
type tree struct {
	root *os.Root
}

// writeTree makes a directory, completely or not at all.
func writeTree(into string, fill func(*tree) error) error {
	return fsutil.CreateDirectory(into, func(root *os.Root) error { return fill(&tree{root}) })
}

func (t *tree) unpack(ctx context.Context, e archiveEntry) error {
	switch e.Mode().Type() {
	case fs.ModeDir:
		return t.root.MkdirAll(e.name, 0o755)
	case fs.ModeSymlink:
		return t.link(e)
	}
	content, err := e.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	return t.write(e.name, fsutil.Until(ctx, content), int64(e.UncompressedSize64), e.Mode())
}

// write writes a file of the announced size.
func (t *tree) write(name string, content io.Reader, size int64, mode fs.FileMode) error {
	if err := t.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	permissions := fs.FileMode(0o644)
	if base := path.Base(name); mode&0o100 != 0 || base == "build" || base == "run" {
		permissions = 0o755
	}
	file, err := t.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return err
	}
	written, err := io.Copy(file, io.LimitReader(content, size+1))
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil && written != size {
		err = fmt.Errorf("%s: want %d bytes, got %d or more", name, size, written)
	}
	return err
}

// maxLink is longer than any path that a system takes.
const maxLink = 4096

// link makes a symbolic link whose target is inside the tree, judging by its text.
func (t *tree) link(e archiveEntry) error {
	content, err := e.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	target, err := io.ReadAll(io.LimitReader(content, maxLink))
	if err != nil {
		return err
	}
	inside := path.Join(path.Dir(e.name), string(target))
	if path.IsAbs(string(target)) || strings.ContainsAny(string(target), `\:`) || !filepath.IsLocal(filepath.FromSlash(inside)) {
		return leadsOut(string(target))
	}
	if err := t.root.MkdirAll(path.Dir(e.name), 0o755); err != nil {
		return err
	}
	return t.root.Symlink(string(target), e.name)
}

// checkLinks follows all links once they exist: a harmless-looking one may lead out through another.
func (t *tree) checkLinks(entries []archiveEntry) error {
	for _, e := range entries {
		if e.Mode().Type() != fs.ModeSymlink {
			continue
		}
		if _, err := t.root.Stat(e.name); err != nil {
			target, _ := t.root.Readlink(e.name)
			fault := leadsOut(target)
			if errors.Is(err, fs.ErrNotExist) {
				fault = fmt.Errorf("the link to %q leads nowhere; remove it or add what it names", target)
			}
			return fmt.Errorf("entry %q: %w", e.File.Name, fault)
		}
	}
	return nil
}

func leadsOut(target string) error {
	return fmt.Errorf("the link to %q leads out of the archive; put a copy in its place", target)
}
