package plain

import (
	"path/filepath"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

// limits returns the limits of a problem that sets none: the usual time and memory limits of contest sites, an output
// limit that no sensible answer reaches, and generous other limits.
func limits() problem.Limits {
	return problem.Limits{
		Time:              2 * time.Second,
		TimeSource:        "default",
		TimeResolution:    time.Second,
		ACToTimeLimit:     2,
		TimeLimitToTLE:    1.5,
		Memory:            256 * bytesize.MiB,
		Output:            64 * bytesize.MiB,
		Code:              bytesize.MiB,
		CompilationTime:   60 * time.Second,
		CompilationMemory: 2 * bytesize.GiB,
		ValidationTime:    60 * time.Second,
		ValidationMemory:  2 * bytesize.GiB,
		ValidationOutput:  8 * bytesize.MiB,
		ValidationPasses:  1,
	}
}

// Bare returns a problem without test cases: the limits of Load and the built-in comparison.
func Bare(dir string) *problem.Problem {
	id := filepath.Base(dir)
	p := newProblem(id, dir, id, nil, nil)
	settings, _ := ReadSettings(dir) // nothing is judged, so no fault matters
	settings.set(p)
	return p
}

// WithCases returns a problem with the given cases: the limits of Load and the built-in comparison.
func WithCases(dir string, cases []*problem.Case) *problem.Problem {
	id := filepath.Base(dir)
	p := newProblem(id, dir, id, nil, nil)
	p.Data.Cases = cases // in no group, since their names have none
	return p
}

// newProblem returns a pass-fail problem with the given cases, samples first.
func newProblem(id, dir, name string, sample, secret []*problem.Case) *problem.Problem {
	grading := verdict.Grading{Mode: verdict.PassFail}
	data := &problem.Group{Grading: grading}
	for _, group := range []*problem.Group{
		{Name: "sample", Cases: sample, Grading: grading},
		{Name: "secret", Cases: secret, Grading: grading},
	} {
		if len(group.Cases) > 0 {
			data.Groups = append(data.Groups, group)
		}
	}
	return &problem.Problem{
		ID:               id,
		Dir:              dir,
		Format:           problem.Plain,
		Names:            map[string]string{"en": name},
		Limits:           limits(),
		AllowFileWriting: true,
		Data:             data,
	}
}
