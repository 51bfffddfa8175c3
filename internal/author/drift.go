package author

import (
	"context"
	"errors"
	"fmt"

	"grundy/internal/author/generate"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// checkDrift warns when data/ is not what the rules of the generators make: the rules, a generator or a file changed
// since it was filled.
func (v *verification) checkDrift(ctx context.Context) (int, problem.Diagnostics, error) {
	if v.options.Drift == nil {
		return 0, nil, nil
	}
	made, err := v.options.Drift(ctx)
	_, broken := errors.AsType[*job.PackageError](err)
	_, faulty := errors.AsType[*problem.FaultError](err)
	_, refused := errors.AsType[*generate.FaultError](err)
	if broken || faulty || refused {
		return 0, problem.Diagnostics{{
			Level: problem.Warning, File: generators.File, Message: "data/ cannot be made again: " + err.Error(), Help: "grundy generate tells more",
		}}, nil
	}
	if err != nil {
		return 0, nil, err
	}
	var faults problem.Diagnostics
	for _, change := range made.Changes {
		if message := drifted[change.Kind]; message != "" {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Warning, File: change.File, Message: message, Help: "grundy generate makes data/ anew; grundy generate --check lists what differs",
			})
		}
	}
	if made.Failed > 0 {
		faults = append(faults, problem.Diagnostic{
			Level: problem.Warning, File: generators.File, Message: fmt.Sprintf("%d of its cases can no longer be made", made.Failed), Help: "grundy generate tells why",
		})
	}
	return made.Cases, faults, nil
}

// drifted says what a change means that was not made. A file that the author edited is left alone.
var drifted = map[event.FileChangeKind]string{
	event.FileAdded:   "generators.yaml makes the file, but it is missing",
	event.FileChanged: "the file is not what generators.yaml makes",
	event.FileRemoved: "generators.yaml makes the file no longer",
	event.FileEdited:  "the file was edited since generators.yaml made it",
}
