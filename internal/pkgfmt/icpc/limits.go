package icpc

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// DefaultLimits returns the format's typical system defaults, except for the size of the source: tables and generated
// programs of accepted submissions exceed the typical 128 KiB.
func DefaultLimits() problem.Limits {
	return problem.Limits{
		Memory:            2048 * bytesize.MiB,
		Output:            8 * bytesize.MiB,
		Code:              bytesize.MiB,
		CompilationTime:   60 * time.Second,
		CompilationMemory: 2048 * bytesize.MiB,
		ValidationTime:    60 * time.Second,
		ValidationMemory:  2048 * bytesize.MiB,
		ValidationOutput:  8 * bytesize.MiB,
		ValidationPasses:  2,
		TimeResolution:    time.Second,
	}
}

// takeLimits takes the mapping of limits, if there is one.
func takeLimits(m *yamldoc.Mapping) (*yamldoc.Mapping, bool) {
	v, ok := m.Take("limits")
	if !ok {
		return nil, false
	}
	return v.Mapping()
}

func (l *loader) loadLimits2025(m *yamldoc.Mapping) {
	l.p.Limits = DefaultLimits()
	l.p.Limits.ACToTimeLimit, l.p.Limits.TimeLimitToTLE = 2.0, 1.5
	limits, ok := takeLimits(m)
	if !ok {
		return
	}
	if v, ok := limits.Take("time_multipliers"); ok {
		if multipliers, ok := v.Mapping(); ok {
			factor(multipliers, "ac_to_time_limit", 1, &l.p.Limits.ACToTimeLimit)
			factor(multipliers, "time_limit_to_tle", 1, &l.p.Limits.TimeLimitToTLE)
			multipliers.Finish(nil)
		}
	}
	duration(limits, "time_limit", &l.p.Limits.Time)
	duration(limits, "time_resolution", &l.p.Limits.TimeResolution)
	l.loadResources(limits, wholeNumber)
	l.loadPasses(limits)
	limits.Finish(map[string]string{
		"time_multiplier":    "2025-09 writes time_multipliers: {ac_to_time_limit: …}",
		"time_safety_margin": "2025-09 writes time_multipliers: {time_limit_to_tle: …}",
	})
	l.checkResolution(limits)
}

// checkResolution rejects a time limit that is not a multiple of the resolution that the package sets. If the
// resolution is only the default, practice tolerates the fault.
func (l *loader) checkResolution(limits *yamldoc.Mapping) {
	limit, resolution := limits.Find("time_limit"), limits.Find("time_resolution")
	if limit == nil || l.p.Limits.Time == 0 || isMultiple(limit.Value, resolution) {
		return
	}
	const help = "choose a multiple of time_resolution, or give a finer one"
	if resolution == nil {
		l.Lack(problem.At(limit.Name), help, "limits.time_limit: %s is not a multiple of time_resolution, which is 1.0 by default", limit.Value.Raw())
		return
	}
	l.Fail(problem.At(limit.Name), help, "limits.time_limit: %s is not a multiple of time_resolution %s", limit.Value.Raw(), resolution.Value.Raw())
}

// isMultiple compares the decimals as written: in binary, 0.3 is not a multiple of 0.1.
func isMultiple(limit yamldoc.Value, resolution *yamldoc.Field) bool {
	step := "1"
	if resolution != nil {
		step = resolution.Value.Raw()
	}
	x, okX := new(big.Rat).SetString(limit.Raw())
	y, okY := new(big.Rat).SetString(step)
	return !okX || !okY || y.Sign() <= 0 || x.Quo(x, y).IsInt()
}

// loadLegacyLimits reads the limits of a legacy package. time_limit and validation_passes are DOMjudge's.
func (l *loader) loadLegacyLimits(m *yamldoc.Mapping) {
	l.p.Limits = DefaultLimits()
	l.p.Limits.ACToTimeLimit, l.p.Limits.TimeLimitToTLE = 5, 2
	limits, ok := takeLimits(m)
	if !ok {
		return
	}
	factor(limits, "time_multiplier", 0, &l.p.Limits.ACToTimeLimit)
	factor(limits, "time_safety_margin", 0, &l.p.Limits.TimeLimitToTLE)
	duration(limits, "time_limit", &l.p.Limits.Time)
	l.loadResources(limits, anyNumber)
	l.loadPasses(limits)
	newerLimits := map[string]string{
		"time_multipliers": "legacy writes time_multiplier and time_safety_margin",
		"time_resolution":  newer,
	}
	limits.Finish(newerLimits)
}

// loadResources reads the limits that all versions share. 2025-09 wants whole numbers.
func (l *loader) loadResources(m *yamldoc.Mapping, read func(yamldoc.Value) (float64, bool)) {
	sizes := []struct {
		key    string
		unit   bytesize.Size
		target *bytesize.Size
	}{
		{"memory", bytesize.MiB, &l.p.Limits.Memory},
		{"output", bytesize.MiB, &l.p.Limits.Output},
		{"code", bytesize.KiB, &l.p.Limits.Code},
		{"compilation_memory", bytesize.MiB, &l.p.Limits.CompilationMemory},
		{"validation_memory", bytesize.MiB, &l.p.Limits.ValidationMemory},
		{"validation_output", bytesize.MiB, &l.p.Limits.ValidationOutput},
	}
	for _, size := range sizes {
		if v, ok := m.Take(size.key); ok {
			if x, ok := l.limit(v, read); ok {
				*size.target = max(1, bytesize.Size(x*float64(size.unit)))
			}
		}
	}
	times := []struct {
		key    string
		target *time.Duration
	}{
		{"compilation_time", &l.p.Limits.CompilationTime},
		{"validation_time", &l.p.Limits.ValidationTime},
	}
	for _, span := range times {
		if v, ok := m.Take(span.key); ok {
			if x, ok := l.limit(v, read); ok {
				*span.target = max(1, time.Duration(x*float64(time.Second)))
			}
		}
	}
}

func wholeNumber(v yamldoc.Value) (float64, bool) {
	n, ok := v.Integer(1)
	return float64(n), ok
}

func anyNumber(v yamldoc.Value) (float64, bool) { return v.Number(0) }

// limit reads a number that is more than 0 and small enough for any unit. By 0 packages leave a limit to the site: the default holds.
func (l *loader) limit(v yamldoc.Value, read func(yamldoc.Value) (float64, bool)) (float64, bool) {
	if v.Raw() == "0" {
		l.Lack(problem.At(v), "remove it, or choose a limit that a machine can have", "%s: 0 is no limit; the default holds", v.Path())
		return 0, false
	}
	x, ok := read(v)
	if ok && !(x > 0 && x <= 1e9) {
		v.Fault("choose a limit that a machine can have", "want more than 0 and at most 1000000000, got %s", v.Raw())
		return 0, false
	}
	return x, ok
}

func (l *loader) loadPasses(m *yamldoc.Mapping) {
	v, ok := m.Take("validation_passes")
	if !ok {
		return
	}
	if !l.p.Type.MultiPass {
		v.Fault("remove it, or make the problem multi-pass", "the key is for multi-pass problems only")
		return
	}
	if n, ok := v.Integer(2); ok {
		l.p.Limits.ValidationPasses = int(min(n, 1<<30))
	}
}

func factor(m *yamldoc.Mapping, key string, minimum float64, target *float64) {
	if v, ok := m.Take(key); ok {
		if x, ok := v.Number(minimum); ok {
			*target = x
		}
	}
}

func duration(m *yamldoc.Mapping, key string, target *time.Duration) {
	if v, ok := m.Take(key); ok {
		if x, ok := seconds(v); ok {
			*target = toDuration(x)
		}
	}
}

func toDuration(seconds float64) time.Duration { return time.Duration(seconds*1e9 + 0.5) }

// loadTimeLimit reconciles problem.yaml with the two files in which DOMjudge's packages keep the limit.
func (l *loader) loadTimeLimit() {
	if l.p.Limits.Time > 0 {
		l.p.Limits.TimeSource = metadataFile
	}
	const dotFile, ini = ".timelimit", "domjudge-problem.ini"
	if text, ok := l.read(dotFile); ok {
		l.addTimeLimit(problem.Position{File: dotFile}, dotFile, strings.TrimSpace(string(text)))
	}
	if text, ok := l.read(ini); ok {
		l.loadINI(ini, string(text))
	}
}

// loadINI reads the lines key='value' of a DOMjudge package. Its other keys are about a contest.
func (l *loader) loadINI(file, text string) {
	for i, line := range strings.Split(text, "\n") {
		key, content, found := strings.Cut(line, "=")
		if !found {
			continue
		}
		content = strings.TrimSpace(content)
		if len(content) >= 2 && strings.ContainsRune(`'"`, rune(content[0])) && content[len(content)-1] == content[0] {
			content = content[1 : len(content)-1]
		}
		switch strings.TrimSpace(key) {
		case "timelimit":
			l.addTimeLimit(problem.Position{File: file, Line: i + 1}, file, content)
		case "name":
			if len(l.p.Names) == 0 && content != "" {
				l.p.Names["en"] = content
			}
		}
	}
}

// addTimeLimit adds another source of the time limit, which must agree with the others.
func (l *loader) addTimeLimit(at problem.Position, source, text string) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !validSeconds(seconds) {
		l.Fail(at, "write a number such as 1.5", "time limit: want seconds, more than 0, got %q", text)
		return
	}
	limit := toDuration(seconds)
	if l.p.Limits.Time == 0 {
		l.p.Limits.Time, l.p.Limits.TimeSource = limit, source
		return
	}
	if l.p.Limits.Time != limit {
		l.Fail(at, "keep one of them, or make them agree", "time limit: %s says %v, but %s says %v",
			l.p.Limits.TimeSource, l.p.Limits.Time, source, limit)
	}
}

// seconds returns a positive number of seconds.
func seconds(v yamldoc.Value) (float64, bool) {
	x, err := strconv.ParseFloat(v.Raw(), 64)
	if k := v.Kind(); (k != yamldoc.Integer && k != yamldoc.Float) || err != nil || !validSeconds(x) {
		v.Want("seconds, more than 0", "write a number such as 1.5, without quotes or unit")
		return 0, false
	}
	return x, true
}

// validSeconds reports whether a time fits into a time.Duration with room for multipliers, and is not rounded to zero.
func validSeconds(x float64) bool { return x >= 1e-6 && x <= 366*24*3600 }
