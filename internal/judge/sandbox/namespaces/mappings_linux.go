package namespaces

import (
	"time"

	"grundy/internal/base/bytesize"
)

// mappings weighs the kernel's records of what processes have mapped (struct vm_area_struct). No file of /proc adds them up: each is a
// line of /proc/PID/maps.
type mappings struct {
	sum bytesize.Size
	due time.Time // when they are counted again
}

const (
	// mappingSize is what the kernel keeps of a mapping, with its place in the tree of them.
	mappingSize = 256
	// fewMappings are so few that they need not be counted each time: Java's virtual machine has a thousand, and listing them
	// takes half a millisecond.
	fewMappings = 4096
	// countingShare is how many times longer the pauses between countings of a few are than a counting.
	countingShare = 50
)

// weigh adds them up. It stops counting above a limit.
func (m *mappings) weigh(all []process, limit bytesize.Size) bytesize.Size {
	begun := time.Now()
	if begun.Before(m.due) {
		return m.sum
	}
	m.sum = 0
	for _, p := range all {
		m.sum += bytesize.Size(countLines(p.dir+"/maps")) * mappingSize
		if limit > 0 && m.sum > limit {
			break
		}
	}
	if m.sum < fewMappings*mappingSize {
		now := time.Now()
		m.due = now.Add(countingShare * now.Sub(begun))
	}
	return m.sum
}
