package resultcache

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/event"
	"grundy/internal/store/cache"
)

// Known is the stored result of a case, without excerpts of the submission's output, and the checker's points.
type Known struct {
	Test              event.Test
	Score, Multiplier *float64
}

// The files of an entry. The list has a line for each case: its key, and the checker's score and multiplier, "-" if
// it gave none. The tests are the events of the same cases, in the same order.
const (
	listFile  = "list"
	testsFile = "tests"
)

const nothing = "-"

func encode(cases map[cache.Key]Known) (list, tests []byte, err error) {
	var lines, events bytes.Buffer
	encoder := event.NewEncoder(&events)
	for _, key := range slices.Sorted(maps.Keys(cases)) {
		known := cases[key]
		fmt.Fprintln(&lines, key, number(known.Score), number(known.Multiplier))
		if err := encoder.Encode(known.Test); err != nil {
			return nil, nil, err
		}
	}
	return lines.Bytes(), events.Bytes(), nil
}

func number(f *float64) string {
	if f == nil {
		return nothing
	}
	return strconv.FormatFloat(*f, 'g', -1, 64)
}

// errDamaged means that the files of an entry are not as encode leaves them.
var errDamaged = errors.New("damaged entry")

func decode(list, tests []byte) (map[cache.Key]Known, error) {
	cases := map[cache.Key]Known{}
	decoder := event.NewDecoder(bytes.NewReader(tests))
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		if len(words) != 3 {
			return nil, errDamaged
		}
		e, err := decoder.Decode()
		if err != nil {
			return nil, err
		}
		test, ok := e.(event.Test)
		if !ok {
			return nil, errDamaged
		}
		known := Known{Test: test}
		for i, target := range []**float64{&known.Score, &known.Multiplier} {
			if word := words[i+1]; word != nothing {
				value, err := strconv.ParseFloat(word, 64)
				if err != nil {
					return nil, err
				}
				*target = &value
			}
		}
		cases[cache.Key(words[0])] = known
	}
	return cases, nil
}
