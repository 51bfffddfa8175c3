package generators

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"grundy/internal/base/bytesize"
)

func TestParseCommand(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"tree 5", ""},
		{" tree\n  --n 5 {seed:12} {name}.in {name} ", ""},
		{"", "the command is empty"},
		{" \n", "the command is empty"},
		{"tree {seed} {seed}", "more than once"},
		{"tree {}", "holds {}"},
		{"tree {seed:a}", "holds {seed:a}"},
		{"tree {", "holds {"},
		{"tree }", "holds }"},
		{"{name} 5", "the program's name {name}"},
	} {
		_, err := ParseCommand(tt.text)
		if got := err != nil; got != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseCommand(%q) = %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestParseSearchCommand(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"tree {size} {n} {seed:1} {name}", ""},
		{"", "the command is empty"},
		{"tree 5", "takes no {seed}"},
		{"tree {count} {seed}", "holds {count}; only {seed}, {seed:1}, {name}, {size} and {n}"},
	} {
		_, err := ParseSearchCommand(tt.text)
		if got := err != nil; got != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseSearchCommand(%q) = %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestCommand(t *testing.T) {
	c, err := ParseCommand(" tree  --n=5\n{seed:12}x {name}.in ")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.Args(7), []string{"--n=5", "7x", "testcase.in"}; !slices.Equal(got, want) {
		t.Errorf("Args = %q, want %q", got, want)
	}
	if c.Program() != "tree" || !c.Seeded() || c.With(7) != "tree --n=5 7x testcase.in" {
		t.Errorf("program %q, seeded %v, %q", c.Program(), c.Seeded(), c.With(7))
	}
}

// TestSeed compares with the seeds of the format's own rule, int(sha512(salt + command), 16) % 2**31.
func TestSeed(t *testing.T) {
	command := Command{"tree {seed}"}
	if got, want := Seed("", command, 1), uint32(1664142358); got != want {
		t.Errorf("seed %d, want %d", got, want)
	}
	if got, want := Seed("pepper", command, 2), uint32(1291807145); got != want {
		t.Errorf("seed of the second with salt %d, want %d", got, want)
	}
	if got := NextSeed(1<<31 - 1); got != 0 {
		t.Errorf("the seed after the last one is %d", got)
	}
}

func TestRecord(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		record := Record{Sums: map[string]string{}, ShipLimit: rapid.SampledFrom([]bytesize.Size{0, 1, DefaultShipLimit, 123456}).Draw(r, "limit")}
		for _, name := range rapid.SliceOf(rapid.StringMatching(`(sample|secret)/[a-z0-9-]{1,5}\.(in|ans|yaml)`)).Draw(r, "names") {
			record.Sums["data/"+name] = rapid.StringMatching(`[0-9a-f]{64}`).Draw(r, "sum")
		}
		read, _, err := ParseRecord(record.Text())
		if err != nil || read.ShipLimit != record.ShipLimit || len(read.Sums) != len(record.Sums) {
			r.Fatalf("%v, %+v", err, read)
		}
		for name, sum := range record.Sums {
			if read.Sums[name] != sum {
				r.Errorf("%s: %s", name, read.Sums[name])
			}
		}
	})
}

func TestRecordFaults(t *testing.T) {
	sum := strings.Repeat("a", 64)
	for _, tt := range []struct {
		text string
		line int
	}{
		{sum + "  data/secret/1.in\n" + sum + " data/secret/2.in\n", 2},
		{"# ship limit: a lot\n", 1},
		{sum[1:] + "  data/secret/1.in\n", 1},
		{sum[2:] + "  data/secret/1.in\n", 1},
		{sum + "00  data/secret/1.in\n", 1},
		{sum[1:] + "x  data/secret/1.in\n", 1},
		{sum + "  data/../problem.yaml\n", 1},
		{sum + "  /etc/passwd\n", 1},
		{"# a comment\n\n" + sum + "  problem.yaml\n", 3},
	} {
		if _, line, err := ParseRecord([]byte(tt.text)); err == nil || line != tt.line {
			t.Errorf("%q: line %d, %v", tt.text, line, err)
		}
	}
}

func TestAppendWrites(t *testing.T) {
	const text = "data:\n  secret:\n    data:\n      a: tree 1\n"
	for _, tt := range []struct {
		entry Entry
		want  string
	}{
		{Entry{Command: "tree 2"}, "      b: tree 2\n"},
		{Entry{Command: "tree 2", Ans: []byte("1\n")}, "      b:\n        generate: tree 2\n        ans: |\n          1\n"},
		{Entry{Command: "tree 2", Description: "two"}, "      b:\n        generate: tree 2\n        yaml:\n          description: \"two\"\n"},
		{Entry{Command: "tree 2", Description: "two", Legacy: true}, "      b:\n        generate: tree 2\n        desc: \"two\"\n"},
		{Entry{Copy: "manual/two"}, "      b:\n        copy: manual/two\n"},
	} {
		got, err := Append([]byte(text), "secret/b", tt.entry)
		if err != nil || string(got) != text+tt.want {
			t.Errorf("%+v: %v\n%s\nwant at the end\n%s", tt.entry, err, got, tt.want)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	for _, tt := range []struct{ text, name, want string }{
		{"data: {secret: {data: {a: tree 1}}}\n", "secret/b", "by hand"},
		{"data:\n  secret:\n    data: [a: tree 1]\n", "secret/b", "by hand"},
		{"data:\n  secret:\n    data:\n      a: tree 1\n", "secret/a", "there is a case a"},
		{"data: [\n", "secret/a", "invalid YAML"},
		{"", "a", "want a name below a directory"},
	} {
		if _, err := Append([]byte(tt.text), tt.name, Entry{Command: "tree 1"}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
	}
	if _, err := Append([]byte("data:\n  secret:\n    data:\n      b: tree 1\n"), "secret/a", Entry{In: []byte("5")}); err == nil || !strings.Contains(err.Error(), "use copy") {
		t.Errorf("a text without a final newline: %v", err)
	}
}
