package generators

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/bytesize"
)

// RecordFile is where a package keeps the SHA-256 of its generated files, in the form of the command sha256sum: run in
// the package's folder, sha256sum --check --ignore-missing looks whether they are as they were generated.
//
// It says which files of data/ were generated, and not edited since: only those are ever replaced or removed. A file that
// it names and that data/ lacks is generated when it is first needed.
const RecordFile = "generators/generated.sha256"

// Record is what a package keeps of its generated files.
type Record struct {
	// Sums are the SHA-256 of files in hexadecimal, by their path below the package.
	Sums map[string]string
	// ShipLimit is the largest sum of input and answer of a case that is put into data/; 0 is no limit.
	ShipLimit bytesize.Size
}

// DefaultShipLimit is the one of packages that do not say otherwise.
const DefaultShipLimit = bytesize.MiB

// limitLine is the comment by which a record keeps a limit of its own.
const limitLine = "# ship limit: "

// ParseRecord reads a record. It gives the line of what it cannot read.
func ParseRecord(text []byte) (record Record, line int, err error) {
	record = Record{Sums: map[string]string{}, ShipLimit: DefaultShipLimit}
	scanner := bufio.NewScanner(bytes.NewReader(text))
	for scanner.Scan() {
		line++
		text := strings.TrimSpace(scanner.Text())
		if limit, found := strings.CutPrefix(text, limitLine); found {
			if record.ShipLimit, err = parseLimit(limit); err != nil {
				return record, line, err
			}
		}
		if text == "" || text[0] == '#' {
			continue
		}
		sum, name, found := strings.Cut(text, "  ")
		name = strings.TrimPrefix(name, "./")
		if _, err := hex.DecodeString(sum); err != nil || len(sum) != 64 || !found {
			return record, line, errors.New("want a SHA-256 in hexadecimal, two spaces and a file")
		}
		if name != path.Clean(name) || !strings.HasPrefix(name, "data/") {
			return record, line, fmt.Errorf("want a file below data/, got %q", name)
		}
		record.Sums[name] = strings.ToLower(sum)
	}
	return record, line, scanner.Err()
}

func parseLimit(text string) (bytesize.Size, error) {
	if text == "none" {
		return 0, nil
	}
	return bytesize.Parse(text)
}

// Text writes a record, by name.
func (r Record) Text() []byte {
	var b bytes.Buffer
	switch r.ShipLimit {
	case DefaultShipLimit:
	case 0:
		b.WriteString(limitLine + "none\n")
	default:
		fmt.Fprintf(&b, "%s%d\n", limitLine, r.ShipLimit)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Sums)) {
		fmt.Fprintf(&b, "%s  %s\n", r.Sums[name], name)
	}
	return b.Bytes()
}

// Cases are the cases below data/ whose input or answer the record names, with the extensions of what it names.
func (r Record) Cases() map[string][]string {
	cases := map[string][]string{}
	for name := range r.Sums {
		for _, extension := range []string{".in", ".ans"} {
			if base, found := strings.CutSuffix(name, extension); found {
				base = strings.TrimPrefix(base, "data/")
				cases[base] = append(cases[base], extension)
			}
		}
	}
	return cases
}
