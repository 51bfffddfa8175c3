package generators

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"grundy/internal/base/yamldoc"
)

// counter numbers the entries of lists, with as many digits as the last one needs.
type counter struct{ next, all int }

func (c *counter) name(key string) string {
	c.next++
	name := fmt.Sprintf("%0*d", len(strconv.Itoa(c.all)), c.next)
	if key != "" {
		name += "-" + key
	}
	return name
}

func countDirectories(item yamldoc.Value) int {
	count := 0
	for _, f := range item.Entries() {
		if isDirectory(f.Value) {
			count++
		}
	}
	return count
}

// countNumbered counts the cases in lists, in a directory and everything below it.
func countNumbered(data yamldoc.Value) int {
	count, numbered, dictionaries := 0, data.Kind() == yamldoc.List, []yamldoc.Value{data}
	if numbered {
		dictionaries = data.Elements()
	}
	for _, dictionary := range dictionaries {
		for _, entry := range dictionary.Entries() {
			if !isDirectory(entry.Value) {
				if numbered {
					count += quietCount(entry.Value)
				}
				continue
			}
			if below, found := entry.Value.At("data"); found {
				count += countNumbered(below)
			}
		}
	}
	return count
}

// quietCount is how many cases an entry makes; its faults are reported when it is read.
func quietCount(entry yamldoc.Value) int {
	if count, found := entry.At("count"); found {
		if list, ok := counts(count); ok {
			return len(list)
		}
	}
	return 1
}

// counts reads the key count: 3, [1, 4, 9] or "2..=5".
func counts(v yamldoc.Value) ([]int, bool) {
	const help = "write a number, a list of numbers, or a range such as 1..=5"
	var list []int
	switch v.Kind() {
	case yamldoc.Integer:
		n, ok := v.Integer(1)
		if !ok {
			return nil, false
		}
		for i := range min(n, maxCount+1) {
			list = append(list, int(i)+1)
		}
	case yamldoc.List:
		items, _ := v.Items(help)
		for _, item := range items {
			n, ok := item.Integer(math.MinInt32)
			if !ok {
				return nil, false
			}
			if slices.Contains(list, int(n)) {
				item.Fault("keep one of them", "%d stands twice", n)
				return nil, false
			}
			list = append(list, int(n))
		}
	default:
		bounds := countRange().FindStringSubmatch(v.Raw())
		if v.Kind() != yamldoc.Text || bounds == nil {
			v.Want("a number, a list or a range", help)
			return nil, false
		}
		low, err := strconv.Atoi(bounds[1])
		high, otherErr := strconv.Atoi(bounds[2])
		if err != nil || otherErr != nil || high < low {
			v.Fault(help, "the range %s is empty", v.Raw())
			return nil, false
		}
		for i := low; i <= high && len(list) <= maxCount; i++ {
			list = append(list, i)
		}
	}
	if len(list) == 0 || len(list) > maxCount {
		v.Fault(help, "want 1 to %d cases", maxCount)
		return nil, false
	}
	return list, true
}

// countName writes one of the numbers of the key count, with equal width if they are consecutive.
func countName(index int, all []int) string {
	width := 0
	if slices.Max(all)-slices.Min(all) == len(all)-1 {
		for _, n := range all {
			width = max(width, len(strconv.Itoa(n)))
		}
	}
	return fmt.Sprintf("%0*d", width, index)
}
