package fsutil

import (
	"context"
	"io"
)

// Until reads from another reader until ctx ends; then the error is its cause.
func Until(ctx context.Context, reader io.Reader) io.Reader { return &until{ctx, reader} }

type until struct {
	ctx    context.Context
	reader io.Reader
}

func (u *until) Read(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.reader.Read(p)
}
