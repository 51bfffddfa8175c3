package statements

import (
	"context"
	"errors"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/store/filewatch"
	"grundy/internal/store/workspace"
)

// Rewrite writes a document, and again whenever one of its sources is saved, until ctx ends. Failed is told why it cannot
// be written then, such as half a sentence of LaTeX; the file stays as it was.
func Rewrite(ctx context.Context, w *workspace.Workspace, o Options, emit func(event.Event), failed func(error)) error {
	if o.File == event.StandardOutput {
		return hint.Errorf("name a file with -o", "--watch and -o -: standard output cannot be rewritten")
	}
	writer, err := newWriter(w, o, emit)
	if err != nil {
		return err
	}
	of, err := o.find(ctx, w)
	if err != nil {
		return err
	}
	watcher, err := filewatch.Watch(of.folders()...) // before the texts are read, so that no save is missed
	if err != nil {
		return err
	}
	written, err := writer.write(ctx, of)
	if err != nil {
		return errors.Join(err, watcher.Close())
	}
	writer.File, writer.Force = written.Path, true
	for {
		select {
		case <-ctx.Done():
			return watcher.Close() // the user ended it
		case saved, open := <-watcher.Saved():
			if !open {
				return hint.Errorf("start again", "%w", watcher.Close())
			}
			if saved == fsutil.Absolute(written.Path) {
				continue
			}
			if of, err = o.find(ctx, w); err == nil {
				_, err = writer.write(ctx, of)
			}
			if err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}
