package checker_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"grundy/checker"
)

// A temporary directory holds an answer and the output of a submission.
func ExampleBuiltin_Check() {
	dir, err := os.MkdirTemp("", "grundy-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	c := checker.Case{Within: dir, Answer: filepath.Join(dir, "1.ans"), Output: filepath.Join(dir, "1.out")}
	for name, text := range map[string]string{c.Answer: "SECOND\n4 2\n", c.Output: "second\n4 3\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			fmt.Println(err)
			return
		}
	}
	outcome, err := checker.Builtin{}.Check(context.Background(), c)
	fmt.Println(outcome.Accepted, outcome.Message, err)
	// Output: false expected 2, got 3 <nil>
}
