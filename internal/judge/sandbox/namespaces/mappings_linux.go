package namespaces

import (
	"time"

	"grundy/internal/base/bytesize"
)

// mappings weighs the kernel's records of the mappings of processes (struct vm_area_struct). /proc does not sum them:
// each is a line of /proc/PID/maps.
type mappings struct {
	sum bytesize.Size
	due time.Time // when they are counted again
}

const (
	// mappingSize is the kernel's memory for a mapping, including its place in the tree of mappings.
	mappingSize = 256
	// fewMappings are so few that they need not be counted each time: Java's virtual machine has a thousand, and
	// listing them takes half a millisecond.
	fewMappings = 4096
	// countingShare is how many times longer than a counting the pause between two countings is, if there are few.
	countingShare = 50
)

// weigh sums the records. It stops counting above a limit.
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
