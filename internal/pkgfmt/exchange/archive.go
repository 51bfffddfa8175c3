package exchange

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"grundy/internal/base/fsutil"
)

// stamp is the time of every file in an archive, the earliest that zip can store, so that the same package gives
// the same bytes.
var stamp = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// WriteZip writes the package as an archive without a top directory, as judges expect it. It replaces an existing
// file only if replace is set, and only by the complete archive.
func (p *Package) WriteZip(ctx context.Context, name string, replace bool) error {
	write := fsutil.Create
	if replace {
		write = fsutil.Replace
	}
	if err := write(name, 0o644, func(to io.Writer) error { return p.zip(ctx, to) }); err != nil {
		return causeOnly(name, err)
	}
	return nil
}

// zip writes the files in byte order. Submissions of several files get an entry for their directory, without which
// DOMjudge passes over them.
func (p *Package) zip(ctx context.Context, to io.Writer) error {
	archive := zip.NewWriter(to)
	last := ""
	for _, name := range p.names() {
		if parts := strings.Split(name, "/"); parts[0] == "submissions" && len(parts) > 3 {
			directory := strings.Join(parts[:3], "/") + "/"
			if directory != last {
				header := &zip.FileHeader{Name: directory, Modified: stamp}
				header.SetMode(fs.ModeDir | 0o755)
				if _, err := archive.CreateHeader(header); err != nil {
					return err
				}
			}
			last = directory
		}
		header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: stamp}
		header.SetMode(p.files[name].mode())
		if err := p.files[name].zip(ctx, archive, header); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return archive.Close()
}

func (f file) zip(ctx context.Context, archive *zip.Writer, header *zip.FileHeader) error {
	from, err := f.reader()
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := archive.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, fsutil.Until(ctx, from))
	return err
}

// IsTaken reports whether the name to write a package to is taken.
func IsTaken(err error) bool { return errors.Is(err, fs.ErrExist) }
