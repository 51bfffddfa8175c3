package checktestdata

import (
	"errors"
	"strings"
	"testing"
)

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ program, want string }{
		{"SPCE", "line 1, column 1: unknown command SPCE"},
		{"\n  INT(1 2)", `line 2, column 9: want ",", found 2`},
		{"INT(1, 2", `line 1, column 9: want ")", found the end of the program`},
		{"INT(1, 2, 3)", "line 1, column 11: want a variable, found 3"},
		{"INT(1, 2 < 3)", `column 10: want ")", found <`},
		{"INT(1, (2 < 3))", "column 8: want a value, found a test"},
		{"ASSERT(1)", "column 8: want a test, found a value"},
		{"ASSERT(!x)", "column 9: want a test after !, found a value"},
		{"ASSERT(1 && 1 == 1)", "column 8: want a test beside &&, found a value"},
		{"ASSERT(1 < 2 < 3)", "column 8: want a value, found a test"},
		{"ASSERT(-ISEOF)", "column 9: want a value, found a test"},
		{"FLOAT(1, 2, FIXED)", "column 13: want a variable, found FIXED"},
		{"FLOAT(1, 2, x, BINARY)", "column 16: want FIXED or SCIENTIFIC, found BINARY"},
		{"FLOATP(1, 2, 3)", `column 15: want ",", found )`},
		{"REP(3) SPACE", "column 13: want the END of the REP in line 1, column 1, found the end of the program"},
		{"IF(1==1) SPACE ELSE SPACE ELSE END", "column 27: want the END of the IF in line 1, column 1, found ELSE"},
		{"END", "column 1: END outside of a block"},
		{"SPACE ELSE", "column 7: ELSE outside of a block"},
		{"REP(3, END) END", "column 8: want a command, found END"},
		{"x = 3", "column 1: want a command, found x"},
		{"SET(x == 3)", `column 7: want "=", found ==`},
		{"SET(X = 3)", "column 5: want a variable, found X"},
		{"UNSET(x[1])", `column 8: want ")", found [`},
		{"ASSERT(INARRAY(1, x[1]))", `column 20: want ")", found [`},
		{"ASSERT(NUMBER(3) == 3)", "column 8: want a value or a test, found NUMBER"},
		{"SET(x = )", "column 9: want a value, found )"},
		{"SET(x = 007)", "column 9: the integer 007 has a leading zero"},
		{"SET(x = 1e999999)", "column 9: the number is too large or too small to compute with"},
		{"SET(x = 1 & 2)", `column 11: unknown character "&"`},
		{"SET(x = é)", `column 9: unknown character "é"`},
		{"SPACE \xff", "column 7: unknown character"},
		{"STRING(\"abc)\nSPACE", `line 1, column 8: the string is not closed`},
		{`STRING("\400")`, `column 9: \400 is not a character`},
		{`STRING("\`, `the string is not closed`},
		{`REGEX("(")`, `column 7: regular expression "(": a ( that is not closed at character 2`},
		{strings.Repeat("REP(1) ", 600), "more than 500 levels"},
		{"SET(x = " + strings.Repeat("(", 600), "more than 500 levels"},
		{"SET(x = " + strings.Repeat("-", 600), "more than 500 levels"},
		{"ASSERT(" + strings.Repeat("!", 600), "more than 500 levels"},
		{"SET(x = y" + strings.Repeat("+y", 600) + ")", "more than 500 nested operations"},
		{strings.Repeat("SPACE ", 50_000), "the program is longer than 256 KiB"},
	} {
		_, err := Parse([]byte(test.program))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: got %v, want %q", test.program, err, test.want)
		}
	}
}

// TestLayout shows that white space and comments matter only in strings.
func TestLayout(t *testing.T) {
	for _, program := range []string{
		"INT(1,9,x)SPACE ASSERT(x==4)",
		"INT ( 1 , 9 , x )\r\n\tSPACE # end\nASSERT ( x == 4 ) #",
		"#\nINT(1,9,x[0])SPACE SET(x=x[0])ASSERT((x)==((4)))",
	} {
		if err := check(t, program, "4 "); err != nil {
			t.Errorf("%q: %v", program, err)
		}
	}
}
