package report

import (
	"fmt"
	"strconv"
	"time"

	"grundy/internal/ui/terminal"
)

// Milliseconds writes a running time so that columns of times align: "31 ms", "0.4 ms", from ten seconds on "12.3 s".
func Milliseconds(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d > 0 && d < time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
	default:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
}

// instructions writes a count of machine instructions with three digits: "842 k instr", "1.23 G instr".
func instructions(n int64) string {
	value, unit := float64(n), " instr"
	for _, larger := range []string{" k instr", " M instr", " G instr", " T instr"} {
		if value < 999.5 {
			break
		}
		value, unit = value/1000, larger
	}
	return strconv.FormatFloat(value, 'g', 3, 64) + unit
}

// RunningTime writes a time as far as it is known: a program that was stopped at the limit would have run longer.
func RunningTime(cpu, limit time.Duration) string {
	if limit > 0 && cpu >= limit {
		return ">" + Milliseconds(limit)
	}
	return Milliseconds(cpu)
}

// Seconds writes a limit or the time of a build: "1 s", "0.5 s", "1.21 s", "0.005 s".
func Seconds(d time.Duration) string {
	digit := 10 * time.Millisecond
	if d < digit {
		digit = time.Millisecond
	}
	// Duration.Seconds adds two fractions, which may leave digits behind the second one.
	return strconv.FormatFloat(float64(d.Round(digit).Milliseconds())/1000, 'f', -1, 64) + " s"
}

// clock writes a remaining or elapsed time: "0:02".
func clock(d time.Duration) string {
	whole := int(d.Round(time.Second).Seconds())
	if whole >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", whole/3600, whole/60%60, whole%60)
	}
	return fmt.Sprintf("%d:%02d", whole/60, whole%60)
}

// number writes a number without unnecessary digits.
func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// bar draws a part of a whole in eighths of a column, between two borders.
func bar(part, whole, columns int) string {
	eighths := 0
	if whole > 0 {
		eighths = min(part, whole) * columns * 8 / whole
	}
	full, rest := eighths/8, eighths%8
	filled := ""
	for range full {
		filled += "█"
	}
	if rest > 0 {
		filled += string('▏' - rune(rest-1)) // the eighths are in decreasing order from ▏ back to ▉
	}
	return "▕" + terminal.Pad(filled, columns) + "▏"
}
