package adversarial

import (
	"fmt"
	"os"
	"testing"
)

// Environment variables of the suite. The secret one stands for whatever the judge's environment holds that is no
// program's business; that of the cache names a folder with what was compiled on another machine, for one that is slow.
const (
	secretVariable = "GRUNDY_ADVERSARIAL_SECRET"
	secret         = "1b0e2a7bf1c94c5e"
	cacheVariable  = "GRUNDY_ADVERSARIAL_CACHE"
)

func TestMain(m *testing.M) {
	if err := os.Setenv(secretVariable, secret); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
