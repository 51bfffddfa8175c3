package workspace_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/store/workspace"
)

// The whole path from a workspace to a verdict.
func ExampleWorkspace_Executor() {
	ctx := context.Background()
	judge := func() error {
		w, err := workspace.Open(workspace.Config{Environment: os.Environ(), Log: slog.Default()})
		if err != nil {
			return err
		}
		defer w.Close()
		nim, err := w.Problems().Load(ctx, "nim")
		if err != nil {
			return err
		}
		source, err := language.ReadSource("nim.cpp")
		if err != nil {
			return err
		}
		client, err := w.Executor(ctx) // opens the sandbox, unless another executor was configured
		if err != nil {
			return err
		}
		done, err := client.Judge(ctx, nim, job.Judgement{Name: "nim.cpp", Source: source}, func(e event.Event) {
			if test, ok := e.(event.Test); ok && test.Verdict != verdict.AC {
				fmt.Println(test.Test, test.Verdict, test.Reason)
			}
		})
		fmt.Println(done.Verdict)
		return err
	}
	if err := judge(); err != nil {
		fmt.Println(err)
	}
}
