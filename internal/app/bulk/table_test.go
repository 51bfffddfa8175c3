package bulk

import (
	"crypto/sha256"
	"encoding/binary"
	"testing"
)

// TestTable checks the table with more keys than a new one has room for, each set twice.
func TestTable(t *testing.T) {
	table, err := newTable(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer table.close()
	key := func(i uint64) fingerprint { return sha256.Sum256(binary.LittleEndian.AppendUint64(nil, i)) }
	const keys = 3 * firstSlots
	for i := range uint64(2 * keys) {
		if err := table.put(key(i%keys), i+1); err != nil {
			t.Fatal(err)
		}
	}
	for i := range uint64(keys) {
		if got, err := table.get(key(i)); err != nil || got != keys+i+1 {
			t.Fatalf("key %d has %d, %v, want %d", i, got, err, keys+i+1)
		}
	}
	if got, err := table.get(key(keys)); err != nil || got != 0 || table.used != keys {
		t.Fatalf("an unknown key has %d, %v; %d are used", got, err, table.used)
	}
}
