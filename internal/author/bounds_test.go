package author

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVerifyBounds(t *testing.T) {
	for _, test := range []struct {
		name string
		logs map[string]string // by input
		want []string
	}{
		{"all together reach all", map[string]string{
			"sample-1.in": "\"n\": min-value-hit\nconstant-bounds \"n\": 1 9\n",
			"secret-1.in": "\"n\": max-value-hit\nconstant-bounds \"n\": 1 9\n",
			"secret-2.in": "\"n\":\nconstant-bounds \"n\": 1 9\n",
		}, nil},
		{"unreached", map[string]string{
			"sample-1.in": "\"n\": max-value-hit\nconstant-bounds \"n\": 1 9\n",
			"secret-1.in": "\"n\":\n\"k:l\":\nconstant-bounds \"n\": 1 9\n",
			"secret-2.in": "\"n\":\nconstant-bounds \"n\": 1 9\n",
		}, []string{
			"bounds warning: input_validators/validate.go: k:l never reaches its minimum",
			"bounds warning: input_validators/validate.go: k:l never reaches its maximum",
			"bounds warning: input_validators/validate.go: n never reaches its minimum of 1",
		}},
		{"bounds that vary", map[string]string{
			"sample-1.in": "\"k\":\nconstant-bounds \"k\": 1 9\n",
			"secret-1.in": "\"k\": min-value-hit\nconstant-bounds \"k\": 1 5\n",
			"secret-2.in": "\"k\":\n",
		}, []string{"bounds warning: input_validators/validate.go: k never reaches its maximum"}},
		{"features, and lines of no known kind", map[string]string{
			"sample-1.in": "feature \"tree\":\nfeature \"path\": hit\nvariable \"n\"\nnoise\n\":\n",
			"secret-1.in": "feature \"tree\":\n", "secret-2.in": "",
		}, []string{`bounds warning: input_validators/validate.go: no test case has the feature "tree"`}},
		{
			"no log",
			map[string]string{"sample-1.in": ""},
			[]string{"bounds note: input_validators/validate.go: bounds unknown: it keeps no log"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := verify(t, newPackage(t), newJudge(), &fakeValidator{bounds: test.logs}, Options{Jobs: 2})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, f.texts()); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
			if !f.summary.OK() {
				t.Error("bounds make a package faulty")
			}
		})
	}
}
