package checktestdata

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"grundy/internal/base/bytesize"
)

// check parses and runs a program. The data comes in single bytes, so that nothing depends on the
// boundaries of reads.
func check(t testing.TB, program, data string) error {
	t.Helper()
	p, err := Parse([]byte(program))
	if err != nil {
		t.Fatalf("Parse(%q): %v", program, err)
	}
	err = p.Run(t.Context(), iotest.OneByteReader(strings.NewReader(data)), Limits{Steps: 2_000_000})
	if again := p.Run(t.Context(), strings.NewReader(data), Limits{Steps: 2_000_000}); fmt.Sprint(err) != fmt.Sprint(again) {
		t.Errorf("in single bytes: %v, at once: %v", err, again)
	}
	return err
}

// TestCommands lists each command with data that it accepts (want "") and rejects.
func TestCommands(t *testing.T) {
	for _, test := range []struct{ program, data, want string }{
		{"", "", ""},
		{"", "x", `line 1, column 1: want the end of the file, found "x" (EOF, program line 1, column 1)`},
		{"SPACE", " ", ""},
		{"SPACE", "\t", `want a space, found "\t" (SPACE`},
		{"SPACE", "\n", "want a space, found a newline"},
		{"SPACE", "", "want a space, found the end of the file"},
		{"NEWLINE", "\n", ""},
		{"NEWLINE", "\r\n", `want a newline, found "\r"`},
		{"SPACE EOF NEWLINE", " \n", "want the end of the file, found a newline (EOF, program line 1, column 7)"},
		{"# a comment\nSPACE # another\n#", " ", ""},

		{"INT(1, 5)", "5", ""},
		{"INT(1, 5)", "6", "line 1, column 1: want an integer from 1 to 5, found 6 (INT, program line 1, column 1)"},
		{"INT(1, 5)", "0", "found 0"},
		{"INT(-5, 5)", "-5", ""},
		{"INT(-5, 5)", "-0", `found "-0"`},
		{"INT(-5, 5)", "-", `found "-"`},
		{"INT(-5, 5)", "007", `found "007"`},
		{"INT(-5, 5)", "00", `found "00"`},
		{"INT(-5, 5)", "+1", `found "+1"`},
		{"INT(-5, 5)", "", "found the end of the file"},
		{"INT(-5, 5)", "1.0", `line 1, column 2: want the end of the file, found ".0"`},
		{"INT(0, 10^30)", "1" + strings.Repeat("0", 30), ""},
		{"INT(0, 10^30)", strings.Repeat("9", 30), ""},
		{"INT(0, 10^30)", "1" + strings.Repeat("0", 30) + "1", "want an integer from 0 to 1000000000000000000000000000000, found 10000"},
		{"INT(0, 10^1000)", strings.Repeat("9", 1000), ""},
		{"INT(0, 10^1000)", strings.Repeat("9", 1001), "found 9999999999999999999999999999999999999999…"},
		{"INT(1, 9223372036854775807)", "9223372036854775808", "found 9223372036854775808"},
		{"INT(1, 2) SPACE INT(3, 4)", "2 3", ""},
		{"NEWLINE NEWLINE SPACE INT(3, 4)", "\n\n 5", "line 3, column 2: want an integer from 3 to 4, found 5"},

		{"FLOAT(0, 1)", "0.5", ""},
		{"FLOAT(0, 1)", "1", ""},
		{"FLOAT(0, 1)", "1.0000000000000000000000000000000000000001", "want a float from 0 to 1, found 1.00000"},
		{"FLOAT(0.1, 0.1)", "0.10", ""},
		{"FLOAT(0.1, 0.1)", "1e-1", ""},
		{"FLOAT(0.1, 0.1)", "0.1e+0", ""},
		{"FLOAT(-1, 1)", "-0.0", ""},
		{"FLOAT(-1, 1)", "0e1", ""},
		{"FLOAT(-1, 1)", "01.0", `found "01.0"`},
		{"FLOAT(-1, 1)", "00.0", `found "00.0"`},
		{"FLOAT(-1, 1)", "0e00", `found "0e00"`},
		{"FLOAT(-1, 1)", "0e01", `found "0e01"`},
		{"FLOAT(-1, 1)", "1.", `found "1."`},
		{"FLOAT(-1, 1)", ".5", `found ".5"`},
		{"FLOAT(-1, 1)", "1e", `found "1e"`},
		{"FLOAT(-1, 1)", "1e+", `found "1e+"`},
		{"FLOAT(-1, 1)", "nan", `found "nan"`},
		{"FLOAT(-1, 1)", "1e400", "found 1e400"},
		{"FLOAT(-1, 1)", "1e-400", ""},
		{"FLOAT(0, 1E100000)", "1e99999", ""},
		{"FLOAT(0, 1E100000)", "1.5E100000", "found 1.5E100000"},
		{"FLOAT(1E-100000, 1)", "1e-99999", ""},
		{"FLOAT(-1, 1)", "1e99999999999", "found 1e99999999999: the number is too large or too small to compute with"},
		{"FLOAT(-1, 1)", "0e99999999999", ""},
		{"FLOAT(1, 10, x, FIXED)", "2.5", ""},
		{"FLOAT(1, 10, x, FIXED)", "2e0", `line 1, column 2: want the end of the file, found "e0"`},
		{"FLOAT(1, 10, x, SCIENTIFIC)", "2.5E0", ""},
		{"FLOAT(1, 10, x, SCIENTIFIC)", "2.5", `want a float in scientific notation from 1 to 10, found "2.5"`},
		{"FLOAT(0, 9, x) ASSERT(x == 1/2.)", "0.5", ""},
		{"FLOATP(0, 9, 2, 3)", "1.25", ""},
		{"FLOATP(0, 9, 2, 3)", "1.250", ""},
		{"FLOATP(0, 9, 2, 3)", "1.2", `want a float with 2 to 3 decimals from 0 to 9, found "1.2"`},
		{"FLOATP(0, 9, 2, 3)", "1.2500", "found"},
		{"FLOATP(0, 9, 0, 3)", "1", ""},
		{"FLOATP(0, 90, 1, 3, x, SCIENTIFIC) ASSERT(x == 12)", "1.2e1", ""},
		{"FLOATP(0, 90, 1, 3)", "0.2e1", "found"},
		{"FLOATP(0, 90, 1, 3)", "12.0e0", "found"},
		{"FLOATP(0, 90, 3, 1)", "1", "the numbers of decimals are 3 and 1"},

		{`STRING("abc")`, "abc", ""},
		{`STRING("abc")`, "abd", `line 1, column 3: want "c", found "d" (STRING`},
		{`STRING("a\nb")`, "a\nc", `line 2, column 1: want "b", found "c"`},
		{`STRING("\101\60\n\t\r\b\"\\\q\
\0")`, "A0\n\t\r\b\"\\\\q\x00", ""},
		{"STRING(\"a\nb # no comment\")", "a\nb # no comment", ""},
		{`SET(s = "x") STRING(s)`, "x", ""},
		{`STRING(5)`, "5", "program line 1, column 1: STRING of 5: want a string"},

		{`REGEX("[a-c]+", s) ASSERT(STRLEN(s) == 3 && s == "abc")`, "abc", ""},
		{`REGEX("[a-c]+")`, "xyz", `want a match of "[a-c]+", found "xyz"`},
		{`REGEX("[a-c]*")`, "", ""},
		{`REGEX("p|ps") STRING("s")`, "ps", ""},
		{`REGEX("ps|p") STRING("s")`, "ps", "found the end of the file"},
		{`REGEX(".*") EOF`, "a\nb\n", ""},
		{`REGEX("[^\n]*") NEWLINE`, "a b\n", ""},
		{`REGEX("[a-z]{1,100000}", s) ASSERT(STRLEN(s) == 70000)`, strings.Repeat("x", 70000), ""},
		{`REGEX("a{2}", r) REGEX(r) REGEX(r)`, "aaaaaa", ""},
		{`SET(r = "(") REGEX(r)`, "x", `program line 1, column 14: regular expression "(": a ( that is not closed at character 2`},

		{"SET(x = 2, y = x * 3) ASSERT(y == 6)", "", ""},
		{"SET(x = 2) ASSERT(x == 3)", "", "line 1, column 1: want x == 3, found 2 != 3 (ASSERT, program line 1, column 12)"},
		{"ASSERT(!(1 == 1))", "", "want !(1 == 1), found 1 == 1"},
		{"ASSERT(1 == 1 && 2 > 3)", "", "found 2 <= 3"},
		{`ASSERT("abc" < "abd" && "b" > "abc" && "" == "")`, "", ""},
		{`ASSERT(1 < "a")`, "", `cannot compare 1 < "a"`},
		{"ASSERT(1 == 1.0 && 3/2 == 1 && 3/2.0 == 1.5)", "", ""},
		{"ASSERT(7/2 == 3 && -7/2 == -3 && 7%2 == 1 && -7%2 == -1 && 7% -2 == 1)", "", ""},
		{"ASSERT(-2^2 == -4 && 2^3^2 == 64 && 2^-1+1 == 1)", "", "cannot compute 2 ^ -1"},
		{"ASSERT(-2^2 == -4 && 2^3^2 == 64 && 1+2*3-4 == 3 && (1+2)*3 == 9 && 10-3-2 == 5)", "", ""},
		{"ASSERT(0.5^2 == 0.25 && 0^0 == 1 && (-1)^10000000001 == -1 && 1^(10^18) == 1)", "", ""},
		{"ASSERT(1/0 == 1)", "", "program line 1, column 9: cannot compute 1 / 0: division by zero"},
		{"ASSERT(1/0.0 == 1)", "", "division by zero"},
		{"ASSERT(1.5%1 == 1)", "", "cannot compute 1.5 % 1: want integers"},
		{`ASSERT("a"+1 == 1)`, "", `cannot compute "a" + 1: want numbers`},
		{`SET(x = -"a")`, "", `cannot compute -"a"`},
		{"SET(x = 2^0.5)", "", "want an integer as exponent"},
		{"SET(x = 2^(2^64))", "", "want an exponent from 0 to 2^64-1"},
		{"SET(x = 9^(9^9))", "", "the number is too large or too small to compute with"},
		// The original's grammar: ! applies to all that follows, and && and || go from the left.
		{"ASSERT(!1 == 2 && 1 == 2)", "", ""},
		{"ASSERT(1 == 1 || 1 == 1 && 1 == 2)", "", "found 1 != 2"},
		{"ASSERT(ISEOF)", "x", `want ISEOF, found "x"`},

		{"SET(a[1] = 2, a[1, 2] = 3, a = 4) ASSERT(a[1] == 2 && a[1,2] == 3 && a == 4)", "", ""},
		{"SET(a[2^70] = 1) ASSERT(a[2^70] == 1)", "", ""},
		{"SET(a[1] = 0, a[a[1]] = 7) ASSERT(a[a[a[0]-6]] == 7)", "", ""},
		{"SET(b = a)", "", "program line 1, column 9: a is not set (data line 1, column 1)"},
		{"SET(a[1] = 2, b = a[2])", "", "a[2] is not set"},
		{"SET(a[1.5] = 2)", "", "an index of a is 1.5: want an integer"},
		{"SET(a[1] = 2) UNSET(a) SET(b = a[1])", "", "a[1] is not set"},

		{"REP(3) INT(1, 1) SPACE END", "1 1 1 ", ""},
		{"REP(3, SPACE) INT(1, 1) END NEWLINE", "1 1 1\n", ""},
		{"REP(3, SPACE) INT(1, 1) END NEWLINE", "1 1\n", "line 1, column 4: want a space, found a newline (SPACE, program line 1, column 8)"},
		{"REP(0, SPACE) INT(1, 1) END NEWLINE", "\n", ""},
		{"REPI(i, 3, SPACE) INT(i, i) END ASSERT(i == 3)", "0 1 2", ""},
		{"REPI(i[1], 2) END ASSERT(i[1] == 2)", "", ""},
		{"REP(2-3) END", "", "the count is -1: want 0 to 2^32-1"},
		{"REP(2^32) END", "", "the count is 4294967296"},
		{"REP(1.0) END", "", "the count is 1: want an integer"},
		{"REP(2, REP(2, SPACE) NEWLINE END) INT(1, 1) END", "1\n \n1", ""},
		{`WHILE(!MATCH("\n"), SPACE) INT(1, 9) END NEWLINE`, "1 2 3\n", ""},
		{`WHILEI(n, !MATCH("\n"), SPACE) INT(1, 9, a[n]) END NEWLINE ASSERT(n == 3 && a[2] == 3)`, "1 2 3\n", ""},
		{"WHILE(!ISEOF) INT(1, 9) NEWLINE END", "1\n2\n", ""},
		{`ASSERT(MATCH("ab"))`, "c", `want MATCH("ab"), found "c"`},
		{`ASSERT(MATCH(""))`, "", "found the end of the file"},
		{`IF(MATCH("a")) STRING("a") ELSE STRING("b") END`, "b", ""},
		{`IF(MATCH("a")) STRING("a") END`, "", ""},
		{`IF(1 == 1) IF(1 == 2) SPACE ELSE NEWLINE END END`, "\n", ""},

		{"REPI(i, 3, SPACE) INT(1, 9, a[i]) END ASSERT(UNIQUE(a))", "1 2 3", ""},
		{"REPI(i, 3, SPACE) INT(1, 9, a[i]) END ASSERT(UNIQUE(a))", "1 2 1", "want UNIQUE(a), found a equal at [0] and [2]: 1 (ASSERT"},
		{"REPI(i, 3, SPACE) INT(1, 9, a[i]) END ASSERT(!UNIQUE(a))", "1 2 3", "found all of a different"},
		{"SET(x[0]=1, y[0]=2, x[1]=1, y[1]=3) ASSERT(UNIQUE(x, y) && !UNIQUE(x))", "", ""},
		{"SET(x[0]=1, y[0]=23, x[1]=12, y[1]=3) ASSERT(UNIQUE(x, y))", "", ""},
		{"SET(x[0]=1, y[1]=2) ASSERT(UNIQUE(x, y))", "", "found only one of x[0] and y[0]"},
		{"SET(x[0]=1, y[0]=2, y[1]=2) ASSERT(UNIQUE(x, y))", "", "found only one of x[1] and y[1]"},
		{"SET(x[0]=1, x[1]=1.0) ASSERT(!UNIQUE(x))", "", ""},
		{`SET(x[0]=1, x[1]="1") ASSERT(UNIQUE(x))`, "", ""},
		{"ASSERT(UNIQUE(x))", "", "x is not set"},
		{"SET(x[0]=1, x[5]=2.5) ASSERT(INARRAY(1, x) && INARRAY(1.0, x) && INARRAY(5/2., x) && !INARRAY(2, x))", "", ""},
		{"SET(x[0]=1) ASSERT(INARRAY(1, x)) SET(x[0]=2, x[1]=2) ASSERT(!INARRAY(1, x)) SET(x[0]=3) ASSERT(INARRAY(2, x))", "", ""},
		{"SET(x[0]=1) ASSERT(INARRAY(2, x))", "", "want INARRAY(2, x), found 2 not in x"},
		{"SET(x[0]=1) ASSERT(!INARRAY(1, x))", "", "found 1 in x"},
		{"ASSERT(INARRAY(2, x))", "", "x is not set"},
		{`ASSERT(STRLEN("abc") + 1 == 4)`, "", ""},
		{`SET(x = STRLEN(4))`, "", "STRLEN of 4: want a string"},
		{`INT(1.5, 2)`, "2", "the minimum is 1.5: want an integer"},
		{`FLOAT("a", 2)`, "2", `the minimum is "a": want a number`},
	} {
		err := check(t, test.program, test.data)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q over %q: got %v, want %q", test.program, excerpt(test.data), err, test.want)
		}
	}
}

func excerpt(s string) string { return s[:min(len(s), 60)] }

// TestKindsOfErrors distinguishes rejected data, faulty programs and limits.
func TestKindsOfErrors(t *testing.T) {
	var mismatch *MismatchError
	if err := check(t, "\nINT(1, 2)", "3"); !errors.As(err, &mismatch) ||
		*mismatch != (MismatchError{Position{1, 1}, "an integer from 1 to 2", "3", "INT", Position{2, 1}}) {
		t.Errorf("got %+v", mismatch)
	}
	var fault *FaultError
	if err := check(t, "SPACE SET(x = y)", " "); !errors.As(err, &fault) ||
		*fault != (FaultError{Position{1, 15}, "y is not set", Position{1, 2}, false}) {
		t.Errorf("got %+v", fault)
	}
	for _, program := range []string{
		"WHILE(1==1) END",
		"REP(4294967295) END",
		"SET(x = 3) REP(1000) SET(x = x*x) END",
		"SET(x = 3.1) REP(1000) SET(x = x*x) END",
		"SET(x = 0.1) REP(1000) SET(x = x*x) END",
		`SET(x = 10^1000000) REP(10) SET(x = x*x/x) END`,
	} {
		if err := check(t, program, ""); !errors.As(err, &fault) || !fault.Limit {
			t.Errorf("%s: got %v, want a limit", program, err)
		}
	}
}

// TestMemory shows that the memory of variables and of regular expressions' input is bounded, and that UNSET
// releases it.
func TestMemory(t *testing.T) {
	limits := Limits{Memory: bytesize.MiB}
	endless := io.LimitReader(zeros{}, 1<<30)
	for program, limited := range map[string]bool{
		"WHILEI(i, 1==1) SET(a[i] = i) END":                                   true,
		`WHILEI(i, 1==1) SET(s[i] = "x") END`:                                 true,
		`REGEX(".*")`:                                                         true,
		`REGEX(".*", s)`:                                                      true,
		`REPI(i, 5000) SET(a[i] = i) END ASSERT(UNIQUE(a))`:                   false,
		`REPI(i, 9000) SET(a[i] = i) END ASSERT(UNIQUE(a))`:                   true,
		`REPI(i, 9000) SET(a[i] = i) END ASSERT(INARRAY(1, a))`:               true,
		`REPI(i, 300) REPI(j, 300) SET(a[j] = i) END UNSET(a) END`:            false,
		`SET(a[0]=0) REPI(i, 100000) ASSERT(INARRAY(i, a)) SET(a[0]=i+1) END`: false,
	} {
		p, err := Parse([]byte(program))
		if err != nil {
			t.Fatal(err)
		}
		var fault *FaultError
		err = p.Run(t.Context(), endless, limits)
		if got := errors.As(err, &fault) && fault.Limit; got != limited {
			t.Errorf("%s: got %v, want a limit: %v", program, err, limited)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// TestConstantMemory reads much more than its permitted memory.
func TestConstantMemory(t *testing.T) {
	p, err := Parse([]byte(`REP(1000, NEWLINE) REP(1000, SPACE) INT(0, 10^6, x) END END`))
	if err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSuffix(strings.Repeat("123456 ", 1000), " ")
	data := strings.TrimSuffix(strings.Repeat(line+"\n", 1000), "\n")
	if err := p.Run(t.Context(), strings.NewReader(data), Limits{Memory: 64 * bytesize.KiB}); err != nil {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	for _, program := range []string{"WHILE(1==1) END", `REGEX(".*")`, `REGEX("((a|.)*(b|.)*)*")`} {
		p, err := Parse([]byte(program))
		if err != nil {
			t.Fatal(err)
		}
		late := errors.New("too late")
		ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, late)
		err = p.Run(ctx, zeros{}, Limits{Memory: 1 << 40})
		cancel()
		if !errors.Is(err, late) {
			t.Errorf("%s: got %v, want %v", program, err, late)
		}
	}
}

// TestUnreadable shows that data with a read error is neither accepted nor rejected.
func TestUnreadable(t *testing.T) {
	broken := errors.New("bad sector")
	for _, program := range []string{"INT(1,9)", "INT(1,9) SPACE", `REGEX("[0-9]*")`, "FLOAT(0,9)", `STRING("12")`, `INT(1,9) IF(ISEOF) END`} {
		p, err := Parse([]byte(program))
		if err != nil {
			t.Fatal(err)
		}
		err = p.Run(t.Context(), io.MultiReader(strings.NewReader("1"), iotest.ErrReader(broken)), Limits{})
		if !errors.Is(err, broken) {
			t.Errorf("%s: got %v, want %v", program, err, broken)
		}
	}
}
