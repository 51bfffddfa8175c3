package statement_test

import (
	"fmt"

	"grundy/internal/statement"
)

func ExampleRender() {
	source := "There are $n \\le {{most}}$ heaps.\n\n- *Take* from one of them.\n- Who cannot move loses.\n"
	text, err := statement.Render([]byte(source), "md", statement.Options{Width: 40, Constants: map[string]string{"most": "10"}})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(text)
	// Output:
	// There are n ≤ 10 heaps.
	//
	// • Take from one of them.
	// • Who cannot move loses.
}

func ExampleHTML() {
	page, err := statement.HTML([]byte("Print <b>twice</b> the *number* [here](javascript:alert(1)).\n"), "md", statement.HTMLOptions{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(page)
	// Output: <p>Print <strong>twice</strong> the <em>number</em> <u>here</u> (javascript:alert(1)).</p>
}
