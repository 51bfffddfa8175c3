package checktestdata

import "grundy/internal/base/bytesize"

// Limits bound what a run may spend, so that a program of a stranger can neither hang nor exhaust whoever runs it. Zero
// values stand for DefaultSteps and DefaultMemory.
type Limits struct {
	// Steps counts commands, operations, threads of a regular expression for each byte, and words of large numbers. A
	// million take some hundredths of a second.
	Steps int64
	// Memory bounds variables and what a regular expression looks at, by a generous estimate.
	Memory bytesize.Size
}

// The limits of a run that has none. An array of a million numbers takes less than half of the memory.
const (
	DefaultSteps  = 4_000_000_000
	DefaultMemory = 256 * bytesize.MiB
)

// MaxSource is how long a program may be.
const MaxSource = 256 * bytesize.KiB

// maxDepth is how many blocks, brackets and operations may lie within each other.
const maxDepth = 500

// budget is the memory that is left.
type budget struct{ left int64 }

func (b *budget) take(bytes int64) error {
	if bytes > b.left {
		return errMemory
	}
	b.left -= bytes
	return nil
}

func (b *budget) give(bytes int64) { b.left += bytes }
