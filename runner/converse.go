package runner

import (
	"context"
	"errors"
	"io"
	"os"

	"grundy/checker"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// Conversation is the player's side of a conversation with an interactor. It reads the interactor's output and writes the
// player's input; closing to means that the player has finished. An error ends the conversation. After a nil return
// the interactor runs to its end, and its further output is discarded.
type Conversation func(from io.Reader, to io.WriteCloser) error

// Converse has the interactor of a problem judge a player outside the sandbox, such as a human, on one case in one
// pass, and returns its result. Players may think as long as they like: only the interactor's CPU time is limited.
func (j *Judge) Converse(ctx context.Context, p *problem.Problem, tc *problem.Case, talk Conversation) (outcome checker.Verdict, err error) {
	sub := &Submission{judge: j, problem: p}
	for _, program := range p.Output.Programs {
		built, err := j.outputValidator(ctx, p, program, urgent)
		if err != nil {
			return outcome, err
		}
		sub.checkers = append(sub.checkers, built)
	}
	err = j.slots.with(ctx, urgent, func(s *slot) error {
		if err := errors.Join(s.forget(), s.rewind()); err != nil {
			return err
		}
		interactor, err := sub.interactor(ctx, s, tc, tc.Input)
		if err != nil {
			return err
		}
		outcome, err = interactor.receive(ctx, talk)
		return errors.Join(err, s.checkSpace())
	})
	return outcome, err
}

// receive runs the interactor while talk converses with it.
func (i *interactor) receive(ctx context.Context, talk Conversation) (checker.Verdict, error) {
	heard, says, err := os.Pipe()
	if err != nil {
		return checker.Verdict{}, err
	}
	defer says.Close()
	from, to, err := os.Pipe()
	if err != nil {
		return checker.Verdict{}, errors.Join(err, heard.Close())
	}
	defer from.Close()
	i.spec.Stdin, i.spec.Stdout, i.spec.HandOver = sandbox.FromPipe(heard), to, []*os.File{heard, to}
	i.spec.Limits.Wall, i.spec.Limits.Idle = 0, 0

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	talked := make(chan error, 1)
	go func() {
		err := talk(from, says)
		if err != nil {
			stop(err)
		}
		_ = says.Close() // the player has finished
		talked <- err
	}()
	result, err := i.box.Run(ctx, i.spec)
	if refused := <-talked; refused != nil {
		return checker.Verdict{}, refused
	}
	if err != nil {
		return checker.Verdict{}, err
	}
	return i.interpret(result)
}
