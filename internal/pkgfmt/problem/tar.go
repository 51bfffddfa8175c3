package problem

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"grundy/internal/base/fsutil"
)

// UnpackTar writes the contents of a tar archive, packed by gzip or not, into a directory that does not exist yet, completely or
// not at all. It rejects what Unpack rejects, and every link.
func UnpackTar(ctx context.Context, file, into string) error {
	return unpackTar(ctx, file, into, packageLimits)
}

func unpackTar(ctx context.Context, file, into string, limits archiveLimits) error {
	opened, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("archive %q: %w", file, err)
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err == nil {
		left := min(limits.bytes, max(limits.freely, info.Size()*limits.ratio))
		err = writeTree(into, func(t *tree) error { return t.unpackTar(ctx, opened, limits.entries, left) })
	}
	if err != nil {
		return fmt.Errorf("archive %q: %w", file, err)
	}
	return nil
}

// unpackTar writes at most some entries and bytes of a tar archive.
func (t *tree) unpackTar(ctx context.Context, from io.Reader, entries int, left int64) error {
	packed := bufio.NewReader(fsutil.Until(ctx, from))
	var content io.Reader = packed
	if magic, err := packed.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
		unzipped, err := gzip.NewReader(packed)
		if err != nil {
			return fmt.Errorf("%w; download or pack it again", err)
		}
		content = unzipped
	}
	archive := tar.NewReader(content)
	for number := 0; ; number++ {
		header, err := archive.Next()
		switch {
		case errors.Is(err, io.EOF) && number > 0:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("it is empty; pack it again")
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return fmt.Errorf("%w; download or pack it again", err)
		case number == entries:
			return fmt.Errorf("more than the %d entries allowed", entries)
		}
		if err := t.unpackTarEntry(archive, header, &left); err != nil {
			return fmt.Errorf("entry %q: %w", ShortName(header.Name), err)
		}
	}
}

// unpackTarEntry writes an entry, and takes its size off what is left.
func (t *tree) unpackTarEntry(archive *tar.Reader, header *tar.Header, left *int64) error {
	name := path.Clean(strings.TrimSuffix(strings.TrimPrefix(header.Name, "./"), "/"))
	if header.Typeflag == tar.TypeXGlobalHeader || ignoredInArchive(name) || name == "." {
		return nil
	}
	if err := checkName(strings.TrimSuffix(strings.TrimPrefix(header.Name, "./"), "/")); err != nil {
		return err
	}
	switch header.Typeflag {
	case tar.TypeDir:
		return t.root.MkdirAll(name, 0o755)
	case tar.TypeSymlink, tar.TypeLink:
		return errors.New("links are refused; put a copy of what it names in its place")
	case tar.TypeReg:
	default:
		return errors.New("neither a file nor a directory; remove it")
	}
	if *left -= header.Size; *left < 0 {
		return errors.New("with it the archive would unpack to more than is allowed; unpack it yourself if you trust it")
	}
	err := t.write(name, archive, header.Size, fs.FileMode(header.Mode&0o777))
	if errors.Is(err, fs.ErrExist) {
		return errors.New("the name stands twice; pack it again")
	}
	return err
}
