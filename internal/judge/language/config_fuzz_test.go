package language

import (
	"errors"
	"testing"
)

func FuzzConfig(f *testing.F) {
	f.Add("c:\n  name: x\n  run: \"{program}/{binary}\"\n")
	f.Add("a: &b {name: x, run: y}\nc: *b\n")
	f.Add("c: {optional: {static: {add: -static, when: [{command: a, prints: b}]}}}\n")
	f.Add("c: {prepare: {files: {a: b}, command: c}, otherwise: d}\nd: null\n")
	f.Fuzz(func(t *testing.T, text string) {
		var table Table
		if err := table.merge(Rows{File: "built-in"}, []byte("c: {name: C, run: c}\nd: {name: D, run: d}\n")); err != nil {
			t.Fatal(err)
		}
		err := table.merge(Rows{File: "config"}, []byte(text))
		if err != nil {
			if fault := (*ConfigError)(nil); !errors.As(err, &fault) || fault.Message == "" {
				t.Errorf("got %v", err)
			}
			return
		}
		for _, row := range table.rows {
			if row.Name == "" || len(row.Run) == 0 {
				t.Errorf("an incomplete row was taken: %+v", row)
			}
		}
	})
}
