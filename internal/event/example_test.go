package event_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

// A record of a run holds an event a line. What failed is printed.
func ExampleDecoder_Decode() {
	record := `{"event":"test","submission":"a.py","test":"secret/1","verdict":"AC"}
{"event":"test","submission":"a.py","test":"secret/2","verdict":"WA","reason":"line 1, token 1: expected 4, got 5"}
`
	decoder := event.NewDecoder(strings.NewReader(record))
	for {
		e, err := decoder.Decode()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		if test, ok := e.(event.Test); ok && test.Verdict != verdict.AC {
			fmt.Println(test.Test, test.Verdict, test.Reason)
		}
	}
	// Output: secret/2 WA line 1, token 1: expected 4, got 5
}
