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

// ToFile returns an output that is a file. If the file has results of an earlier run, resume continues it; a line that
// was not written to its end is removed. The caller must close it.
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

// readEarlier notes what an earlier run wrote.
func (o *Output) readEarlier(resume bool) error {
	reader := bufio.NewReader(o.file)
	for {
		row, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break // the rest of the last line is missing
		}
		if err != nil {
			return err
		}
		if !resume {
			return hint.Errorf("--resume continues it; remove it to begin again", "it has results already")
		}
		var known struct {
			ID      *string
			Verdict *string
			Error   *string
			Line    uint64
		}
		if json.Unmarshal(row, &known) != nil || known.Verdict == nil && known.Error == nil {
			return hint.Errorf("name a file that grundy judge wrote, or remove the line", "line %d is not a result", o.earlier+1)
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
	if err := o.file.Truncate(o.at); err != nil {
		return err
	}
	_, err := o.file.Seek(o.at, io.SeekStart)
	return err
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
