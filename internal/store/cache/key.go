package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// Key names an entry: the hexadecimal SHA-256 of everything that its content depends on.
type Key string

// Hash collects what an entry depends on. It writes the length before every part, so different lists of parts never
// give the same bytes.
type Hash struct{ sum hash.Hash }

// NewHash starts a key. kind separates entries of different sorts; change it when their format changes.
func NewHash(kind string) *Hash {
	return (&Hash{sum: sha256.New()}).Text(kind)
}

// Bytes adds a part.
func (h *Hash) Bytes(part []byte) *Hash {
	h.Number(int64(len(part)))
	h.sum.Write(part)
	return h
}

// Text adds a part.
func (h *Hash) Text(part string) *Hash { return h.Bytes([]byte(part)) }

// Texts adds a list as one part.
func (h *Hash) Texts(parts []string) *Hash {
	h.Number(int64(len(parts)))
	for _, part := range parts {
		h.Text(part)
	}
	return h
}

// Number adds a part.
func (h *Hash) Number(part int64) *Hash {
	var bytes [8]byte
	binary.LittleEndian.PutUint64(bytes[:], uint64(part))
	h.sum.Write(bytes[:])
	return h
}

// Key returns the key of the parts so far.
func (h *Hash) Key() Key { return Key(hex.EncodeToString(h.sum.Sum(nil))) }
