package job

import (
	"context"
	"errors"
	"io"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Conversation is one between the interactor of a problem and somebody outside the sandbox, a person for instance, on one case. It
// is held on this machine.
type Conversation struct{ Case string }

// Talk is the player's side of a conversation: it reads what the interactor says and writes what the player says; closing to tells
// that the player says no more. Its error ends the conversation; otherwise the interactor goes on to its end once it returns, but
// nothing reads what it says then.
type Talk func(from io.Reader, to io.WriteCloser) error

// Conversed is the interactor's word, with its message.
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
