package checker

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkCompare compares 100 MB with 100 MB, and reports its time relative to that of cmp on equal files of that
// size in the same run.
func BenchmarkCompare(b *testing.B) {
	const size = 100_000_000
	for _, bench := range []struct {
		name, flags    string
		output, answer func(*rand.Rand) string // returns a line; both draw from the same random numbers
	}{
		{"equal", "", integers("%d %d\n"), integers("%d %d\n")},
		{"equal-tolerance", "float_tolerance 1e-6", reals("%.9f %.9f\n", 0), reals("%.9f %.9f\n", 0)},
		{"crlf", "", integers("%d %d\r\n"), integers("%d %d\n")},
		{"spaces", "", integers("%d  %d\n"), integers("%d\n%d\n")},
		{"case", "", func(*rand.Rand) string { return "YES\nNO\n" }, func(*rand.Rand) string { return "Yes\nNo\n" }},
		{"tolerance", "float_tolerance 1e-6", reals("%.9f %.9f\n", 1e-7), reals("%.9f %.9f\n", 0)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			blocks := size / len(block(bench.answer))
			output := write(b, "output", block(bench.output), blocks)
			answer := write(b, "answer", block(bench.answer), blocks)
			flags := options(b, bench.flags)
			baseline := cmpTime(b, answer, write(b, "copy", block(bench.answer), blocks))
			b.SetBytes(size)
			for b.Loop() {
				compareFiles(b, output, answer, flags)
			}
			perOp := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(perOp/baseline.Seconds(), "x-cmp")
		})
	}
}

// BenchmarkCompareTiny compares one of many small test cases.
func BenchmarkCompareTiny(b *testing.B) {
	output := write(b, "output", []byte("1 2\n3 4\n"), 10)
	for b.Loop() {
		compareFiles(b, output, output, Options{})
	}
}

func compareFiles(b *testing.B, output, answer string, o Options) {
	out, err := os.Open(output)
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	ans, err := os.Open(answer)
	if err != nil {
		b.Fatal(err)
	}
	defer ans.Close()
	if mismatch, err := Compare(out, ans, o); mismatch != nil || err != nil {
		b.Fatal(mismatch, err)
	}
}

func integers(format string) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return fmt.Sprintf(format, r.IntN(1e9), r.IntN(1e6)) }
}

func reals(format string, off float64) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return fmt.Sprintf(format, r.Float64()*100+off, r.Float64()*100+off) }
}

// block returns a few thousand lines.
func block(line func(*rand.Rand) string) []byte {
	var block []byte
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		block = append(block, line(random)...)
	}
	return block
}

// write writes a block times times to a file and returns its path.
func write(b *testing.B, name string, block []byte, times int) string {
	path := filepath.Join(b.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	for range times {
		w.Write(block)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	return path
}

// cmpTime returns the median time of cmp on two files.
func cmpTime(b *testing.B, one, other string) time.Duration {
	cmp, err := exec.LookPath("cmp")
	if err != nil {
		b.Skip("cmp is not installed")
	}
	var times []time.Duration
	for range 5 {
		start := time.Now()
		if err := exec.Command(cmp, one, other).Run(); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	return times[len(times)/2]
}
