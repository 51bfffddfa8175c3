package cluster

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"grundy/internal/base/fsutil"
	"grundy/internal/job"
)

// A package travels as a tar archive, compressed by zstd: first its description, whose SHA-256 is the package's name,
// and then each of its files once, under its own SHA-256. So the receiver can check it against the name without
// trusting the sender.

// descriptionName is the first file of the archive.
const descriptionName = "package"

const (
	maxDescription = 64 << 20 // bytes
	maxPackage     = 16 << 30
)

// badPackageError reports that a package does not match its name.
type badPackageError struct{ reason string }

func (e *badPackageError) Error() string { return "the package is damaged: " + e.reason }

// send writes a package; places are the paths of its files on this machine.
func send(to io.Writer, p *job.Package, places map[string]string) error {
	packed, err := zstd.NewWriter(to, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	description, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := archive.WriteHeader(&tar.Header{Name: descriptionName, Size: int64(len(description)), Mode: 0o644}); err != nil {
		return err
	}
	if _, err := archive.Write(description); err != nil {
		return err
	}
	sent := map[string]bool{}
	for _, file := range p.Files {
		if sent[file.Digest] {
			continue
		}
		sent[file.Digest] = true
		if err := archive.WriteHeader(&tar.Header{Name: file.Digest, Size: file.Size, Mode: 0o644}); err != nil {
			return err
		}
		if err := fsutil.Content("", places[file.Digest])(archive); err != nil {
			return fmt.Errorf("send %s: %w", file.Name, err)
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

// receive reads a package with a name into an empty directory.
func receive(from io.Reader, name, dir string) error {
	unpacked, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxText))
	if err != nil {
		return err
	}
	defer unpacked.Close()
	archive := tar.NewReader(io.LimitReader(unpacked, maxPackage))
	first, err := archive.Next()
	if err != nil || first.Name != descriptionName || first.Size > maxDescription {
		return &badPackageError{fmt.Sprintf("its description is missing: %v", err)}
	}
	description, err := io.ReadAll(archive)
	if err != nil {
		return &badPackageError{err.Error()}
	}
	if sum := sha256.Sum256(description); hex.EncodeToString(sum[:]) != name {
		return &badPackageError{"its description belongs to another package"}
	}
	var p job.Package
	if err := json.Unmarshal(description, &p); err != nil {
		return &badPackageError{err.Error()}
	}
	files := filepath.Join(dir, "received")
	if err := os.Mkdir(files, 0o755); err != nil {
		return err
	}
	wanted := map[string]int{}
	for _, file := range p.Files {
		wanted[file.Digest]++
	}
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return &badPackageError{err.Error()}
		}
		if wanted[header.Name] == 0 || !isDigest(header.Name) {
			return &badPackageError{fmt.Sprintf("it has a file %.80q that is not in its description", header.Name)}
		}
		if err := receiveFile(archive, header.Name, filepath.Join(files, header.Name)); err != nil {
			return err
		}
	}
	err = p.Unpack(filepath.Join(dir, unpackedName), func(digest, path string) error {
		if !isDigest(digest) {
			return &badPackageError{fmt.Sprintf("%.80q is not a SHA-256", digest)}
		}
		have := filepath.Join(files, digest)
		if wanted[digest]--; wanted[digest] > 0 {
			return fsutil.Copy(have, path, os.O_EXCL, 0o644)
		}
		return os.Rename(have, path)
	})
	if errors.Is(err, os.ErrNotExist) {
		return &badPackageError{"a file is missing"}
	}
	return errors.Join(err, os.Remove(files))
}

// unpackedName is the directory of the unpacked package within a received one.
const unpackedName = "package"

func isDigest(name string) bool {
	sum, err := hex.DecodeString(name)
	return err == nil && len(sum) == sha256.Size
}

func receiveFile(from io.Reader, digest, path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(file, sum), from)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != digest {
		return &badPackageError{"the SHA-256 of a file does not match its name"}
	}
	return nil
}
