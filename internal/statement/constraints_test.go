package statement

import "testing"

// TestBounds finds the bounds that a statement states in its text, in lists, in tables and on lines of their own.
func TestBounds(t *testing.T) {
	const markdown = "# Sum\n\nIt has $1 \\le n \\le {{max}}$ numbers.\n\n- $0 \\le a_i < 10$\n- 2 <= k <= 9\n\n" +
		"| group | limit |\n|---|---|\n| 1 | $n \\le 50$ |\n\n$$-5 \\le x, y \\le 5$$\n\nCost: `1 <= c <= 2`, $5.\n" +
		"\nA positive integer $m$ not exceeding 10<sup>5</sup>; `z` is at most *two* dozen, `t` between one and twelve.\n"
	const tex = "\\section*{Input}\nThe first line has $1 \\leq n \\leq \\constant{max}$.\n\\begin{itemize}\\item $0 \\leq a_i < 10$\\item $2 \\le k \\le 9$\\end{itemize}\n" +
		"\\begin{tabular}{ll}1 & $n \\le 50$\\end{tabular}\n\\[-5 \\le x, y \\le 5\\]\n" +
		"A positive integer $m$ not exceeding $10^5$; $z$ is odd, \\emph{t} is between one and twelve.\n"
	for kind, source := range map[string]string{"md": markdown, "tex": tex} {
		got := map[string][2]string{}
		var order []string
		for _, b := range Bounds([]byte(source), kind, map[string]string{"max": "100"}, nil) {
			var sides [2]string
			if b.Low != nil {
				sides[0] = b.Low.RatString()
			}
			if b.High != nil {
				sides[1] = b.High.RatString()
			}
			order = append(order, b.Name)
			got[b.Name+" "+sides[1]] = sides
		}
		for name, want := range map[string][2]string{
			"n 100": {"1", "100"}, "a_i 9": {"0", "9"}, "k 9": {"2", "9"}, "n 50": {"", "50"}, "x 5": {"-5", "5"}, "y 5": {"-5", "5"},
			"m 100000": {"1", "100000"}, "t 12": {"1", "12"}, "z 2": {},
		} {
			if got[name] != want {
				t.Errorf("%s: %s is %q, want %q (found %q)", kind, name, got[name], want, order)
			}
		}
	}
	if none := Bounds(nil, "pdf", nil, nil); none != nil {
		t.Errorf("a PDF states %v", none)
	}
}
