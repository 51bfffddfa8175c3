package plot_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/base/growth"
	"grundy/internal/base/verdict"
	"grundy/internal/ui/plot"
)

var update = flag.Bool("update", false, "write the golden files anew")

const ms = time.Millisecond

func cases() []plot.Case {
	return []plot.Case{
		{"sample/1", verdict.AC, 4 * ms},
		{"secret/02", verdict.AC, 260 * ms},
		{"secret/03", verdict.WA, 31 * ms},
		{"secret/04", verdict.TLE, 1300 * ms},
		{"secret/05", verdict.RTE, 600 * ms},
		{`secret/"<06>`, verdict.None, 0},
	}
}

// fit lays the curve of the square through points a little beside it.
func fit(counted bool) growth.Fit {
	square, _ := growth.Named("n²")
	fit := growth.Fit{Measure: growth.Tokens, Function: square, Counted: counted, Base: 0.002, Factor: 4e-10}
	if counted {
		fit.Base, fit.Factor = 6e6, 1.2
	}
	for i := range 10 {
		n := float64(int(100) << i)
		fit.Points = append(fit.Points, growth.Point{N: n, Cost: fit.At(n) * (1 + 0.05*float64(i%3-1))})
	}
	return fit
}

func days() []plot.Day {
	var all []plot.Day
	date := time.Date(2026, 1, 5, 23, 0, 0, 0, time.FixedZone("west", -8*3600))
	for i := range 300 {
		if i%7 < 4 {
			all = append(all, plot.Day{Date: date.AddDate(0, 0, i), Runs: i * 7 % 13, Solved: i % 17 / 16})
		}
	}
	return append(all, plot.Day{Date: date.AddDate(-3, 0, 0), Runs: 1000})
}

func drawings() map[string]template.HTML {
	linear, _ := growth.Named("n")
	tied := fit(false)
	tied.Ties = []growth.Function{linear}
	return map[string]template.HTML{
		"strip":           plot.Strip(cases(), time.Second),
		"strip.nolimit":   plot.Strip(cases()[:3], 0),
		"growth":          plot.Growth(fit(false), time.Second),
		"growth.tied":     plot.Growth(tied, 0),
		"growth.counted":  plot.Growth(fit(true), time.Second),
		"growth.nothing":  plot.Growth(growth.Fit{Measure: growth.Tokens, Function: linear}, 0),
		"spread":          plot.Spread([]plot.Runs{{"secret/02-a-name-that-is-far-too-long", []time.Duration{260 * ms, 300 * ms, 255 * ms}}, {"secret/03", []time.Duration{900 * ms, 1020 * ms}}, {"secret/04", nil}}, time.Second),
		"spread.nolimit":  plot.Spread([]plot.Runs{{"1", []time.Duration{3 * ms}}}, 0),
		"days":            plot.Days(days(), time.Date(2026, 11, 23, 1, 0, 0, 0, time.FixedZone("east", 9*3600))),
		"days.leap.empty": plot.Days(nil, time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)),
	}
}

func TestGolden(t *testing.T) {
	for name, got := range drawings() {
		checkDrawing(t, string(got))
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got; -update writes it anew):\n%s", path, diff)
		}
	}
}

// checkDrawing: well-formed, named in words, without styles and handlers, and all numbers are some.
func checkDrawing(t rapid.TB, drawing string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(drawing))
	named := map[string]bool{}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, drawing)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		named[element.Name.Local] = true
		for _, a := range element.Attr {
			if name := a.Name.Local; name == "style" || strings.HasPrefix(name, "on") || strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
				t.Errorf("%s=%q of <%s> in %s", name, a.Value, element.Name.Local, drawing)
			}
		}
	}
	if !named["title"] || !named["desc"] || !strings.Contains(drawing, `role="img"`) {
		t.Errorf("not said in words: %s", drawing)
	}
}

// TestHeights: a bar is as high as its time is long, up to the limit and a quarter.
func TestHeights(t *testing.T) {
	bars := regexp.MustCompile(`class="bar"[^>]* height="([0-9.]+)"`).FindAllStringSubmatch(string(plot.Strip([]plot.Case{
		{"1", verdict.AC, 250 * ms}, {"2", verdict.AC, 500 * ms}, {"3", verdict.TLE, 1250 * ms}, {"4", verdict.TLE, time.Minute}, {"5", verdict.AC, 0},
	}, time.Second)), -1)
	var got []string
	for _, bar := range bars {
		got = append(got, bar[1])
	}
	if diff := cmp.Diff([]string{"8", "16", "40", "40", "1.5"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestYear: the last day stands in the last column, a day that is not in the year nowhere.
func TestYear(t *testing.T) {
	for offset := 0; offset < 800; offset += 37 {
		last := time.Date(2023, 12, 25, 5, 0, 0, 0, time.UTC).AddDate(0, 0, offset)
		drawing := string(plot.Days([]plot.Day{{Date: last, Runs: 1}, {Date: last.AddDate(0, 0, 1), Runs: 5}, {Date: last.AddDate(-2, 0, 0), Runs: 5}}, last))
		squares := strings.Count(drawing, "<rect")
		weekday := (int(last.Weekday())+6)%7 + 1
		if squares != 52*7+weekday || strings.Count(drawing, "level1") != 1 || !strings.Contains(drawing, "1 run on 1 day;") {
			t.Fatalf("%s: %d squares, weekday %d\n%s", last, squares, weekday, drawing[:300])
		}
		want := fmt.Sprintf(`<g><title>%s: 1 run</title><rect class="day level1" x="706" y="%d"`, last.Format("2006-01-02"), 18+13*(weekday-1))
		if !strings.Contains(drawing, want) {
			t.Fatalf("%s stands elsewhere", last)
		}
	}
}

// TestAnything: whatever was measured, there is a drawing.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.Map(rapid.Int64Range(0, 1<<50), func(n int64) time.Duration { return time.Duration(n) })
		limit := times.Draw(t, "limit")
		var strip []plot.Case
		var runs []plot.Runs
		measured := growth.Fit{Measure: growth.Bytes, Counted: rapid.Bool().Draw(t, "counted")}
		measured.Function = rapid.SampledFrom(growth.Functions()).Draw(t, "function")
		measured.Base, measured.Factor = rapid.Float64Range(0, 1e9).Draw(t, "base"), rapid.Float64Range(0, 1e9).Draw(t, "factor")
		for range rapid.IntRange(0, 12).Draw(t, "cases") {
			name := rapid.String().Draw(t, "name")
			strip = append(strip, plot.Case{Name: name, Verdict: verdict.Verdict(rapid.IntRange(0, 9).Draw(t, "verdict")), Time: times.Draw(t, "time")})
			runs = append(runs, plot.Runs{Name: name, Times: rapid.SliceOfN(times, 0, 4).Draw(t, "times")})
			measured.Points = append(measured.Points, growth.Point{N: rapid.Float64Range(0, 1e9).Draw(t, "n"), Cost: rapid.Float64Range(0, 1e9).Draw(t, "cost")})
		}
		for _, drawing := range []template.HTML{plot.Strip(strip, limit), plot.Spread(runs, limit), plot.Growth(measured, limit)} {
			checkDrawing(t, string(drawing))
		}
	})
}
