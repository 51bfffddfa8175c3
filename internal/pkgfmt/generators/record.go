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

// RecordFile contains the SHA-256 of a package's generated files, in the format of sha256sum: in the package's
// directory, sha256sum --check --ignore-missing checks whether they are still as generated.
//
// It records which files of data/ were generated and not edited since: only those are ever replaced or removed. A file
// that it names and data/ lacks is generated when it is first needed.
const RecordFile = "generators/generated.sha256"

// Record is the record of a package's generated files.
type Record struct {
	// Sums maps paths below the package to hexadecimal SHA-256 sums.
	Sums map[string]string
	// ShipLimit is the largest total size of input and answer of a case that is put into data/; 0 means no limit.
	ShipLimit bytesize.Size
}

// DefaultShipLimit is the limit of packages that set none.
const DefaultShipLimit = bytesize.MiB

// limitLine is the comment with which a record sets its own limit.
const limitLine = "# ship limit: "

// ParseRecord reads a record. If it fails, line is the line that it cannot read.
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

// Text returns the text of a record, sorted by name.
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

// Cases returns the cases below data/ whose input or answer the record names, with the extensions of the named files.
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
