package process_test

import (
	"os"
	"testing"

	"grundy/internal/sandbox/process"
	"grundy/internal/sandbox/sandboxtest"
)

func TestSuite(t *testing.T) {
	scratch := t.TempDir()
	host := process.New(scratch)
	t.Run("not-isolated", func(t *testing.T) { sandboxtest.Run(t, host, sandboxtest.Capabilities{}) })
	if err := host.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("left in the scratch folder: %v, %v", left, err)
	}
}
