package enumerate

import (
	"os"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
)

// MostKnown is the largest size in bytes of an input to learn from.
const MostKnown = 64 << 10

// Known returns the existing inputs of a problem's test cases that are small enough to learn from.
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
