package digest_test

import (
	"fmt"
	"log/slog"

	"grundy/internal/store/digest"
)

func ExampleStore_File() {
	digests := digest.Open("", slog.New(slog.DiscardHandler)) // remembers while it is open
	defer digests.Close()
	sum, err := digests.File("../../../problems/nim", "../../../problems/nim/data/sample/1.ans")
	fmt.Println(sum[:8], err)
	// Output: af8484af <nil>
}
