package bulk

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// table maps fingerprints to numbers other than 0, in a temporary file: an open hash table whose memory is that of the
// system's page cache. It must not be used concurrently.
type table struct {
	dir   string
	file  *os.File
	slots uint64 // a power of two
	used  uint64
}

// A slot of the file is the beginning of a fingerprint and the number; firstSlots is how many a new table has.
const (
	prefixSize = 16
	slotSize   = prefixSize + 8
	firstSlots = 1 << 12
)

// newTable makes a table among the temporary files of a directory.
func newTable(dir string) (*table, error) {
	t := &table{dir: dir}
	return t, t.resize(firstSlots)
}

func (t *table) resize(slots uint64) error {
	file, err := temporary(t.dir)
	if err != nil {
		return err
	}
	if err := file.Truncate(int64(slots * slotSize)); err != nil {
		return errors.Join(err, discard(file))
	}
	old, oldSlots := t.file, t.slots
	t.file, t.slots, t.used = file, slots, 0
	if old == nil {
		return nil
	}
	defer discard(old)
	reader := io.NewSectionReader(old, 0, int64(oldSlots*slotSize))
	chunk := make([]byte, firstSlots*slotSize) // which divides the size of every table
	for {
		if _, err := io.ReadFull(reader, chunk); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("enlarge a table: %w", err)
		}
		for at := 0; at < len(chunk); at += slotSize {
			slot := chunk[at : at+slotSize]
			number := binary.LittleEndian.Uint64(slot[prefixSize:])
			if number == 0 {
				continue
			}
			if err := t.put(fingerprint(append(slot[:prefixSize:prefixSize], make([]byte, len(fingerprint{})-prefixSize)...)), number); err != nil {
				return err
			}
		}
	}
}

// temporary is a file that nothing remains of, whatever happens to the process.
func temporary(dir string) (*os.File, error) {
	file, err := os.CreateTemp(dir, "bulk-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name()) // where an open file cannot be removed, discard does so
	return file, nil
}

// discard closes a temporary file, of which nothing remains.
func discard(file *os.File) error {
	err := file.Close()
	_ = os.Remove(file.Name()) // which is gone in most systems
	return err
}

// find returns the slot of a key, or the free one for it, and its number.
func (t *table) find(key fingerprint) (slot int64, number uint64, err error) {
	var found [slotSize]byte
	for i := binary.LittleEndian.Uint64(key[:]); ; i++ {
		slot = int64(i & (t.slots - 1))
		if _, err := t.file.ReadAt(found[:], slot*slotSize); err != nil {
			return 0, 0, fmt.Errorf("read a table: %w", err)
		}
		number = binary.LittleEndian.Uint64(found[prefixSize:])
		if number == 0 || [prefixSize]byte(found[:prefixSize]) == [prefixSize]byte(key[:prefixSize]) {
			return slot, number, nil
		}
	}
}

// get returns the number of a key, 0 if it has none.
func (t *table) get(key fingerprint) (uint64, error) {
	_, number, err := t.find(key)
	return number, err
}

// put sets the number of a key.
func (t *table) put(key fingerprint, number uint64) error {
	if t.used*10 >= t.slots*7 {
		if err := t.resize(t.slots * 2); err != nil {
			return err
		}
	}
	slot, before, err := t.find(key)
	if err != nil {
		return err
	}
	if before == 0 {
		t.used++
	}
	if _, err := t.file.WriteAt(binary.LittleEndian.AppendUint64(key[:prefixSize:prefixSize], number), slot*slotSize); err != nil {
		return fmt.Errorf("write a table: %w", err)
	}
	return nil
}

func (t *table) close() error { return discard(t.file) }
