package exchange

import (
	"path"
	"strconv"

	"grundy/checker"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/problem"
)

// toDMOJ writes the directory of a problem as DMOJ's judge reads it: init.yml beside the tests and the programs that judge.
func (c *conversion) toDMOJ() error {
	var init keys
	for _, step := range []func(*keys) error{c.dmojJudges, c.dmojFiles, c.dmojTests} {
		if err := step(&init); err != nil {
			return err
		}
	}
	c.note("problem.yaml", "the site holds name, statement and limits: set %g s and %d MiB there", c.timeLimit(), c.memoryMiB())
	c.noteMetadata()
	return c.yaml("init.yml", init)
}

// dmojJudges adds the programs that judge, or chooses a checker by its name.
func (c *conversion) dmojJudges(init *keys) error {
	j, err := c.addJudges(".", ".cpp")
	if err != nil {
		return err
	}
	if j.interactor != "" {
		set(init, "interactive", keys{{Key: "files", Value: c.withHeaders(j.interactor)}, {Key: "lang", Value: "CPP17"}, {Key: "type", Value: "testlib"}})
		if j.checker != "" {
			delete(c.files, j.checker)
			c.note("output_validator", "the checker behind the interactor is left out: %s calls none", systemNames[c.target])
		}
		return nil
	}
	if c.problem.Type.Interactive {
		return nil
	}
	if j.checker == "" {
		name, args := dmojComparison(j)
		if name != "" {
			var m keys
			set(&m, "name", name)
			set(&m, "args", args)
			set(init, "checker", m)
			return nil
		}
		if j.checker, err = c.addComparison(".", ".cpp", j.options); err != nil {
			return err
		}
	}
	args := keys{{Key: "files", Value: c.withHeaders(j.checker)}, {Key: "lang", Value: "CPP17"}, {Key: "type", Value: "testlib"}}
	set(init, "checker", keys{{Key: "name", Value: "bridged"}, {Key: "args", Value: args}})
	return nil
}

var powerOfTen = lazyregexp.New(`^1e-([1-9][0-9]?)$`)

// dmojComparison is the checker of DMOJ that compares as the built-in comparison does, "" if there is none.
func dmojComparison(j judges) (name string, args keys) {
	o := j.options
	switch {
	case o == checker.Options{CaseSensitive: true, SpaceChangeSensitive: true}:
		return "identical", nil
	case o.SpaceChangeSensitive:
		return "", nil
	case o.FloatAbsolute != "" || o.FloatRelative != "":
		mode, text := "default", o.FloatAbsolute
		switch {
		case o.FloatRelative == "":
			mode = "absolute"
		case o.FloatAbsolute == "":
			mode, text = "relative", o.FloatRelative
		case o.FloatAbsolute != o.FloatRelative:
			return "", nil
		}
		match := powerOfTen().FindStringSubmatch(text)
		if match == nil || !o.CaseSensitive && j.standard == "" {
			return "", nil
		}
		precision, _ := strconv.Atoi(match[1])
		args = keys{{Key: "precision", Value: precision}}
		if mode != "default" {
			set(&args, "error_mode", mode)
		}
		return "floats", args
	case j.standard == "wcmp":
		return "standard", nil
	}
	return "", nil
}

// withHeaders lists a program with the headers beside it.
func (c *conversion) withHeaders(program string) []string {
	files := []string{program}
	for _, name := range c.names() {
		if path.Dir(name) == "." && isHeader(name) {
			files = append(files, name)
		}
	}
	return files
}

// dmojFiles adds the names of files for solutions.
func (c *conversion) dmojFiles(init *keys) error {
	if files := c.problem.Files; files != (problem.NamedFiles{}) {
		var m keys
		set(&m, "input", files.Input)
		set(&m, "output", files.Output)
		set(init, "file_io", m)
	}
	c.markUsed("grundy.yaml")
	return nil
}

// dmojTests adds the tests. Without points, samples stop the judging when they fail, and the others are a batch: all or
// nothing. With points, samples are judged in contests with pretests only.
func (c *conversion) dmojTests(init *keys) error {
	scoring := c.problem.Type.Scoring
	c.note("data", "the names of cases begin with their groups there")
	var samples, items []any
	for _, tc := range c.samples() {
		m, err := c.dmojCase(tc)
		if err != nil {
			return err
		}
		samples = append(samples, append(m, keys{{Key: "points", Value: map[bool]int{true: 1, false: 0}[scoring]}}...))
	}
	if !scoring {
		items, samples = samples, nil
	}
	batches := map[string]int{}
	for _, g := range c.worthGroups() {
		var cases []any
		for _, tc := range g.cases {
			m, err := c.dmojCase(tc)
			if err != nil {
				return err
			}
			if g.aggregation == "sum" {
				m = append(m, keys{{Key: "points", Value: pointsOf(g.points / float64(len(g.cases)))}}...)
			}
			cases = append(cases, m)
		}
		var needs []any
		for _, needed := range g.needs {
			if batches[needed] == 0 || g.aggregation == "sum" {
				c.noPlace("data/secret/"+g.name, "require_pass: "+needed)
				continue
			}
			needs = append(needs, batches[needed])
		}
		if g.points == 0 {
			c.note("data/secret/"+g.name, "DMOJ judges no further if a test without points fails")
		}
		if g.aggregation == "sum" {
			items = append(items, cases...)
			continue
		}
		batches[g.name] = len(batches) + 1
		batch := keys{{Key: "points", Value: pointsOf(g.points)}, {Key: "batched", Value: cases}}
		if len(needs) > 0 {
			set(&batch, "dependencies", needs)
		}
		items = append(items, batch)
	}
	set(init, "test_cases", items)
	if len(samples) > 0 {
		set(init, "pretest_test_cases", samples)
	}
	return nil
}

func (c *conversion) dmojCase(tc *problem.Case) (keys, error) {
	name := "tests/" + flatName(tc)
	if err := c.addCase(tc, name+".in", name+".out"); err != nil {
		return nil, err
	}
	return keys{{Key: "in", Value: name + ".in"}, {Key: "out", Value: name + ".out"}}, nil
}
