package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFormerFlags holds that each former name leads to a flag that exists, and is the name of no other.
func TestFormerFlags(t *testing.T) {
	app := newApplication(process{in: os.Stdin, out: os.Stdout, err: os.Stderr}).declare()
	for command, flags := range formerFlags {
		declared := app.Command(command)
		if declared == nil {
			t.Errorf("no command %q", command)
			continue
		}
		for former, present := range flags {
			if flagNamed(declared.Flags, dashed(present)) == nil {
				t.Errorf("%s: --%s, formerly --%s, does not exist", command, present, former)
			}
			if present != "from" && flagNamed(declared.Flags, dashed(former)) != nil { // the value tells --format from the former --format
				t.Errorf("%s: --%s is the name of another flag, too", command, former)
			}
		}
	}
}

func TestInterspersed(t *testing.T) {
	app := newApplication(process{in: os.Stdin, out: os.Stdout, err: os.Stderr}).declare()
	tests := []struct{ name, args, want string }{
		{"nothing", "grundy", "grundy"},
		{"flags of the program only", "grundy --version", "grundy --version"},
		{"unknown command", "grundy tset a.cpp --jobs 1", "grundy tset a.cpp --jobs 1"},
		{"flags first", "grundy test --jobs 1 a.cpp", "grundy test --jobs 1 -- a.cpp"},
		{"flags last", "grundy test a.cpp --jobs 1", "grundy test --jobs 1 -- a.cpp"},
		{"flag between", "grundy test a.cpp --stop b.cpp", "grundy test --stop -- a.cpp b.cpp"},
		{"value with an equals sign", "grundy test a.cpp --jobs=1 b.cpp", "grundy test --jobs=1 -- a.cpp b.cpp"},
		{"one dash", "grundy test a.cpp -p nim b.cpp", "grundy test -p nim -- a.cpp b.cpp"},
		{"alias of a command", "grundy t a.cpp -x", "grundy t -x -- a.cpp"},
		{"value that is missing", "grundy test a.cpp --jobs", "grundy test --jobs"},
		{"unknown flag", "grundy test a.cpp --jbos 1", "grundy test --jbos -- a.cpp 1"},
		{"the program's flag after the command", "grundy test a.cpp --no-color", "grundy --no-color test -- a.cpp"},
		{"the program's flag before it", "grundy --no-color test a.cpp -x", "grundy --no-color test -x -- a.cpp"},
		{"arguments that look like flags", "grundy run a.py -q -- -x --jobs 1", "grundy run -q -- a.py -x --jobs 1"},
		{"a second double dash", "grundy run a.py -- x -- y", "grundy run -- a.py x -- y"},
		{"flags only", "grundy list --problems x", "grundy list --problems x --"},
		{"former name of a flag", "grundy mutate nim --hunt 5s --again", "grundy mutate --kill-time 5s --fresh -- nim"},
		{"former name with a value", "grundy import x.zip --format=cms", "grundy import --from=cms -- x.zip"},
		{"former name that is another flag now", "grundy import x.zip --format cms -f json", "grundy import --from cms -f json -- x.zip"},
		{"former name by an alias of the command", "grundy t a.cpp --sample", "grundy t --samples -- a.cpp"},
		{"name that another command's flag had", "grundy test a.cpp --hunt 5s", "grundy test --hunt -- a.cpp 5s"},
		{"a dash alone", "grundy run - -q", "grundy run -q -- -"},
		{"completion", "grundy test a.cpp --generate-bash-completion", "grundy test a.cpp --generate-bash-completion"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := interspersed(app, strings.Fields(test.args))
			if diff := cmp.Diff(strings.Fields(test.want), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
