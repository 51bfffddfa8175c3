package checktestdata

import "grundy/internal/base/bytesize"

// Limits bound the resources of a run, so that an untrusted program can neither hang nor exhaust the judge. Zero
// values mean DefaultSteps and DefaultMemory.
type Limits struct {
	// Steps counts commands, operations, threads of a regular expression for each byte, and words of large numbers. A
	// million take some hundredths of a second.
	Steps int64
	// Memory bounds variables and the input of a regular expression, by a generous estimate.
	Memory bytesize.Size
}

// The default limits. An array of a million numbers takes less than half of the memory.
const (
	DefaultSteps  = 4_000_000_000
	DefaultMemory = 256 * bytesize.MiB
)

// MaxSource is the maximum length of a program.
const MaxSource = 256 * bytesize.KiB

// maxDepth is the maximum nesting of blocks, brackets and operations.
const maxDepth = 500

// budget is the remaining memory.
type budget struct{ left int64 }

func (b *budget) take(bytes int64) error {
	if bytes > b.left {
		return errMemory
	}
	b.left -= bytes
	return nil
}

func (b *budget) give(bytes int64) { b.left += bytes }
