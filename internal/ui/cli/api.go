package cli

import (
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"math"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/listen"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/api"
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
address and a new token; with --tokens the clients have their own. Pages of browsers get nothing.
Programs of other machines reach it only with --listen. Then it encrypts all traffic, and wants --tokens:

   grundy api --listen 0.0.0.0:7119 --public-host judge.example.org --tokens tokens.txt

It makes a certificate for that name and prints its file, or --tls names another one. docs/api.md
describes the paths, and /v1/openapi.json does so for programs.

Ctrl-C ends it, with the judgements that are under way. Exit code: 0 after Ctrl-C, 2 for mistakes in the
command, 3 when the server failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.IntFlag{Name: "port", Value: apiPort, Usage: "serve on port `N`; 0 takes a free one"},
				&cli.StringFlag{Name: "listen", DefaultText: "this machine alone", Usage: "serve at `ADDR`, an address and a port"},
				&cli.StringFlag{Name: "public-host", DefaultText: "the address, or the machine's name", Usage: "have clients reach the service at `NAME`"},
				&cli.StringFlag{Name: "tls", DefaultText: "made by the service", Usage: "use the TLS certificate and key in the files `CERT,KEY`"},
				&cli.StringFlag{Name: "tokens", Usage: "admit the clients in `FILE`, each with a name, a secret and the number of its requests at a time"},
				switchFlag("piston", "also serve version 2 of Piston's API, at the address that is printed with /token/TOKEN behind it"),
				switchFlag("judge0", "also serve Judge0's API, at the same address"),
				switchFlag("sandboxfusion", "also serve /run_code and /submit of SandboxFusion's API, at the same address"),
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func serveAPI(ctx context.Context, c *call) error {
	place, err := c.apiPlace()
	if err != nil {
		return err
	}
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
		c.warnReadable(file, "the secrets of the clients")
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	config := api.Config{
		Workspace: w, Tokens: tokens, Version: version(), Log: c.log, Host: place.host,
		Piston: c.Bool("piston"), Judge0: c.Bool("judge0"), SandboxFusion: c.Bool("sandboxfusion"),
	}
	if config.Client, err = w.Executor(ctx); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", place.at.String())
	if err != nil {
		return hint.Errorf("choose another port: 0 takes a free one", "listen at %s: %w", place.at, err)
	}
	defer listener.Close()
	proof, err := c.identify(w, place, &config)
	if err != nil {
		return err
	}
	config.Journal = c.journal(w, place.at)
	defer config.Journal.Close()
	server := api.New(config, listener.Addr())
	if err := server.Prepare(ctx); err != nil {
		return err
	}
	c.made(server.Address())
	if !c.IsSet("tokens") {
		c.made(tokens[0].Secret)
	}
	if proof != "" {
		c.made(proof)
		c.advise("clients trust this certificate: curl --cacert %s", hint.Quote(proof))
	}
	c.advise("Ctrl-C ends it")
	return judging(server.Serve(ctx, listener))
}

// apiPlace is where a service listens.
type apiPlace struct {
	at   netip.AddrPort
	host string // under which clients reach it
	// identity is how it proves that; its zero value is for a service that only this machine reaches.
	identity listen.Identity
}

// apiPlace reads where the service is to listen. Beyond this machine, it encrypts and knows its clients.
func (c *call) apiPlace() (p apiPlace, err error) {
	address := c.String("listen")
	switch {
	case address == "":
		address = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), uint16(c.Int("port"))).String()
	case c.IsSet("port"):
		return p, hint.Errorf("--listen names the port, too", "--port and --listen exclude each other")
	}
	if port := c.Int("port"); port < 0 || port > math.MaxUint16 {
		return p, hint.Errorf("--port 0 takes a free one", "--port %d: want a number from 0 to %d", port, math.MaxUint16)
	}
	if p.at, p.host, err = listen.Place(address, c.String("public-host"), "127.0.0.1:7119"); err != nil {
		return p, err
	}
	certificate, key, err := listen.SplitFiles(c.String("tls"))
	if err != nil {
		return p, err
	}
	local := p.at.Addr().IsLoopback()
	switch {
	case !local && c.String("tokens") == "":
		return p, hint.Errorf("write a line for each client, NAME SECRET, and name the file: --tokens FILE", "listen at %s: beyond this machine, only clients with secrets of their own are admitted", p.at)
	case local && certificate == "" && c.IsSet("public-host"):
		return p, hint.Errorf("--listen names an address of a network", "--public-host has no effect on this machine alone")
	case !local || certificate != "":
		p.identity = listen.Identity{Server: "the service", Certificate: certificate, Key: key, Host: p.host, Lost: "remove it, and give the clients the new certificate"}
	}
	return p, nil
}

// identify adds the certificate to a configuration. It returns the file of a certificate that the service made itself.
func (c *call) identify(w *workspace.Workspace, place apiPlace, config *api.Config) (proof string, err error) {
	i := place.identity
	if i.Server == "" {
		return "", nil
	}
	if i.Certificate == "" {
		dir, err := w.Service()
		if err != nil {
			return "", err
		}
		// The certificate is for one name, and clients keep it.
		i.Own = filepath.Join(dir, url.PathEscape(place.host)+".key.pem")
		proof = filepath.Join(dir, url.PathEscape(place.host)+".pem")
	}
	pair, err := i.Pair(c.log)
	if err != nil {
		return "", err
	}
	if err := pair.Leaf.VerifyHostname(place.host); err != nil {
		return "", hint.Errorf("--public-host names the host of the certificate", "--tls: %w", err)
	}
	config.Certificate = &pair
	if proof != "" {
		err = fsutil.Replace(proof, 0o644, func(to io.Writer) error {
			return pem.Encode(to, &pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})
		})
	}
	return proof, err
}

// journal opens the journal of the service at an address. Without one, the service goes on and says so.
func (c *call) journal(w *workspace.Workspace, at netip.AddrPort) *api.Journal {
	dir, err := w.Service()
	var journal *api.Journal
	if err == nil {
		journal, err = api.OpenJournal(filepath.Join(dir, fmt.Sprintf("jobs-%d.ndjson", at.Port())))
	}
	if err != nil {
		c.log.Warn("if the service is killed, the next one does not know its jobs", "reason", err, "remedy", hint.Of(err))
	}
	return journal
}
