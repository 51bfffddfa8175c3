package checktestdata_test

import (
	"context"
	"fmt"
	"strings"

	"grundy/internal/pkgfmt/checktestdata"
)

func ExampleProgram_Run() {
	program, err := checktestdata.Parse([]byte("INT(1, 100, n) NEWLINE REP(n, SPACE) INT(0, 9) END NEWLINE"))
	if err != nil {
		fmt.Println(err)
		return
	}
	err = program.Run(context.Background(), strings.NewReader("2\n5 10\n"), checktestdata.Limits{})
	fmt.Println(err)
	// Output: line 2, column 3: want an integer from 0 to 9, found 10 (INT, program line 1, column 38)
}
