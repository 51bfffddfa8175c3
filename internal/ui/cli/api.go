package cli

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/ui/api"
	"grundy/internal/ui/web"
)

// apiPort is the port of the service unless another one is named.
const apiPort = 7119

func apiCommand() *command {
	return &command{
		do:     serveAPI,
		memory: serveMemory,
		Command: cli.Command{
			Name:  "api",
			Usage: "judge for other programs of this machine, by HTTP",
			Description: `Serves what grundy judge does to programs of this machine: lines of JSON in, rows of JSON out.

   grundy api
   grundy api --tokens tokens.txt --on hub.json
   curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/x-ndjson" \
        --data-binary @submissions.ndjson http://127.0.0.1:7119/v1/judge

With --piston, --judge0 and --sandboxfusion it answers clients of these services, too. It prints its
address and a new token; with --tokens the clients have their own. Programs of other machines cannot
reach it, and pages of browsers get nothing. docs/api.md describes the paths, and /v1/openapi.json does
so for programs.

Ctrl-C ends it, with the judgements that are under way. Exit code: 0 after Ctrl-C, 2 for mistakes in the
command, 3 when the server failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.IntFlag{Name: "port", Value: apiPort, Usage: "serve on port `N`; 0 takes a free one"},
				&cli.StringFlag{Name: "tokens", Usage: "admit the clients in `FILE`, each with a name, a secret and the number of its requests at a time"},
				switchFlag("piston", "also serve version 2 of Piston's API, at the address that is printed with /token/TOKEN behind it"),
				switchFlag("judge0", "also serve Judge0's API, at the same address"),
				switchFlag("sandboxfusion", "also serve /run_code of SandboxFusion's API, at the same address"),
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func serveAPI(ctx context.Context, c *call) error {
	tokens := []api.Token{api.NewToken()}
	if file := c.String("tokens"); file != "" {
		opened, err := os.Open(file)
		if err != nil {
			return hint.Errorf("write a line for each client: NAME SECRET [REQUESTS]", "--tokens: %w", err)
		}
		defer opened.Close()
		if tokens, err = api.ReadTokens(opened); err != nil {
			return fmt.Errorf("--tokens %s: %w", file, err)
		}
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	listener, err := web.ListenAt(c.Int("port"))
	if err != nil {
		return hint.Errorf("--port 0 takes a free one", "--port %d: %w", c.Int("port"), err)
	}
	server := api.New(api.Config{
		Workspace: w, Client: client, Tokens: tokens, Version: version(), Log: c.log,
		Piston: c.Bool("piston"), Judge0: c.Bool("judge0"), SandboxFusion: c.Bool("sandboxfusion"),
	}, listener.Addr())
	if err := server.Prepare(ctx); err != nil {
		return err
	}
	c.made("http://" + listener.Addr().String())
	if !c.IsSet("tokens") {
		c.made(tokens[0].Secret)
	}
	c.advise("Ctrl-C ends it")
	return judging(server.Serve(ctx, listener))
}
