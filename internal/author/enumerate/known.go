package enumerate

import (
	"os"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
)

// MostKnown is how many bytes an input has at most that is learnt from.
const MostKnown = 64 << 10

// Known are the inputs of a problem's test cases that something can be learnt from, as far as they are there.
func Known(p *problem.Problem) ([][]byte, error) {
	var known [][]byte
	for _, tc := range p.Data.AllCases() {
		if info, err := os.Stat(tc.Input); err != nil || info.Size() > MostKnown {
			continue
		}
		input, err := fsutil.ReadWithin(p.Dir, tc.Input)
		if err != nil {
			return nil, err
		}
		known = append(known, input)
	}
	return known, nil
}
