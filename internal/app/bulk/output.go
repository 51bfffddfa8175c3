package bulk

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// Output is where results go, and what is known of all of them.
type Output struct {
	to   *bufio.Writer
	file *os.File // holds the results that are written again for the same source and cases; nil for none
	// copied reports that file is only a copy of what is written to a stream.
	copied  bool
	at      int64 // in file, with what is buffered
	rows    *table
	keys    *table // where the result of a key begins, plus 1
	earlier int    // how many rows an earlier run wrote
	err     error  // of the last flush
}

// maxCopied bounds the copy of what is written to a stream, in bytes.
const maxCopied = 1 << 30

// The number of a row in Output.rows: the line of the input that it is about, or where it begins in what an earlier
// run wrote, doubled, plus 1 if it is an ErrorRow.
const earlierRun = 1 << 63

// ToStream returns an output that is a stream. Scratch is a directory for temporary files. The caller must close it.
func ToStream(to io.Writer, scratch string) (*Output, error) {
	file, err := temporary(scratch)
	if err != nil {
		return nil, err
	}
	o := &Output{file: file, copied: true}
	o.to = bufio.NewWriter(to)
	return o, o.prepare(scratch)
}

// ToFile returns an output that is a file. If the file has results of an earlier run, resume continues it. The caller must
// close it.
func ToFile(path string, resume bool, scratch string) (*Output, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	o := &Output{file: file}
	o.to = bufio.NewWriter(file)
	err = fsutil.Lock(file)
	if err == nil {
		err = o.prepare(scratch)
	}
	if err == nil {
		err = o.readEarlier(resume)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), o.release())
	}
	return o, nil
}

func (o *Output) prepare(scratch string) (err error) {
	if o.rows, err = newTable(scratch); err == nil {
		o.keys, err = newTable(scratch)
	}
	return err
}

// span is a part of a file.
type span struct{ from, to int64 }

// readEarlier notes what an earlier run wrote. It takes out a last line that was not written to its end, and the rows of lines
// on which the judge failed: they are judged again.
func (o *Output) readEarlier(resume bool) error {
	reader := bufio.NewReader(o.file)
	var kept []span
	for end := int64(0); ; {
		row, err := reader.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(row) == 0 {
			break
		}
		if !resume {
			return hint.Errorf("--resume continues it; remove it to begin again", "it has results already")
		}
		from := end
		end += int64(len(row))
		var known struct {
			ID      *string
			Verdict *string
			Error   *string
			Line    uint64
			Judge   bool `json:"judge_failed"`
		}
		isJSON := json.Unmarshal(row, &known) == nil
		isResult := isJSON && (known.Verdict != nil || known.Error != nil)
		_, after := reader.Peek(1)
		if last := errors.Is(after, io.EOF); last && (isResult && err != nil || !isJSON && (end > int64(len(row)) || isBeginning(row))) {
			break
		}
		if !isResult {
			return hint.Errorf("name a file that grundy judge wrote, or remove the line", "line %d is not a result", o.earlier+1)
		}
		if n := len(kept); known.Judge {
			continue
		} else if n > 0 && kept[n-1].to == from {
			kept[n-1].to = end
		} else {
			kept = append(kept, span{from, end})
		}
		number := uint64(o.at) << 1
		if known.Verdict == nil {
			number++
		}
		var id string
		if known.ID != nil {
			id = *known.ID
		}
		if err := o.rows.put(rowKey(id, known.Line), earlierRun|number); err != nil {
			return err
		}
		o.earlier++
		o.at += int64(len(row))
	}
	if err := o.keep(kept); err != nil {
		return err
	}
	_, err := o.file.Seek(o.at, io.SeekStart)
	return err
}

// isBeginning reports whether a line could be the beginning of a row, or what is left of one on a disk without power.
func isBeginning(line []byte) bool {
	line = bytes.TrimRight(line, "\x00\n")
	for _, start := range []string{`{"id":`, `{"line":`} {
		if n := min(len(start), len(line)); string(line[:n]) == start[:n] {
			return true
		}
	}
	return false
}

// keep removes all but some parts of the file. The one that takes its place is whole at any moment.
func (o *Output) keep(parts []span) error {
	if len(parts) == 0 || len(parts) == 1 && parts[0].from == 0 {
		return o.file.Truncate(o.at)
	}
	name, err := filepath.EvalSymlinks(o.file.Name())
	if err != nil {
		return err
	}
	info, err := o.file.Stat()
	if err != nil {
		return err
	}
	err = fsutil.Replace(name, info.Mode().Perm(), func(to io.Writer) error {
		for _, part := range parts {
			if _, err := io.Copy(to, io.NewSectionReader(o.file, part.from, part.to-part.from)); err != nil {
				return err
			}
		}
		return o.file.Close() // an open file cannot be replaced in every system
	})
	if err != nil {
		return err
	}
	if o.file, err = os.OpenFile(name, os.O_RDWR, 0); err != nil {
		return err
	}
	o.to.Reset(o.file)
	return fsutil.Lock(o.file)
}

// rowKey names a row: by its ID, or else by the line that it is about.
func rowKey(id string, line uint64) fingerprint {
	if id != "" {
		return sha256.Sum256([]byte("id " + id))
	}
	return sha256.Sum256([]byte("line " + strconv.FormatUint(line, 10)))
}

// write writes a row, and returns where it begins in the file, or -1 if that does not hold it.
func (o *Output) write(row []byte) (at int64, err error) {
	at = o.at
	if o.copied {
		if o.at > maxCopied {
			at = -1
		} else if _, err := o.file.WriteAt(row, o.at); err != nil {
			return -1, fmt.Errorf("copy a result: %w", err)
		}
	}
	if at >= 0 {
		o.at += int64(len(row))
	}
	if _, err := o.to.Write(row); err != nil {
		return -1, fmt.Errorf("write a result: %w", err)
	}
	return at, nil
}

// flush passes on what is buffered. Its error stays.
func (o *Output) flush() error {
	if err := o.to.Flush(); err != nil {
		o.err = fmt.Errorf("write a result: %w", err)
	}
	return o.err
}

// read returns the row that begins somewhere in the file.
func (o *Output) read(at int64) ([]byte, error) {
	if err := o.flush(); err != nil {
		return nil, err
	}
	row, err := bufio.NewReader(io.NewSectionReader(o.file, at, o.at-at)).ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("read a result again: %w", err)
	}
	return bytes.Clone(row), nil
}

func (o *Output) release() error {
	var errs []error
	for _, t := range []*table{o.rows, o.keys} {
		if t != nil {
			errs = append(errs, t.close())
		}
	}
	end := (*os.File).Close
	if o.copied {
		end = discard
	}
	return errors.Join(append(errs, end(o.file))...)
}

// Close passes on what is buffered and closes the files.
func (o *Output) Close() error { return cmp.Or(o.flush(), o.release()) }
