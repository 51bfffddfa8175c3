package job

import (
	"context"
	"errors"
	"io"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Conversation connects the problem's interactor with a player outside the sandbox, for instance a user, on one case.
// It takes place on this machine.
type Conversation struct{ Case string }

// Talk is the player's side of a conversation: it reads what the interactor says and writes what the player says.
// Closing to ends the player's output. An error of Talk ends the conversation. Otherwise the interactor runs on to
// its end after Talk returns, but its further output is not read.
type Talk func(from io.Reader, to io.WriteCloser) error

// Conversed is the interactor's verdict, with its message.
type Conversed struct {
	Accepted bool
	Message  string
}

// Converse holds a conversation.
func (c Client) Converse(ctx context.Context, p *problem.Problem, j Conversation, talk Talk, emit func(event.Event)) (Conversed, error) {
	here, ok := c.Executor.(Attached)
	if !ok {
		return Conversed{}, errors.New("hold a conversation: another machine cannot")
	}
	return here.Converse(ctx, p, j, talk, emit)
}
