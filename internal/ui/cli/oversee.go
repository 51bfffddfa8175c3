package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"grundy/internal/base/hint"
	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/store/workspace"
)

// auditName is the name under which a hub remembers the position of the audit.
const auditName = "audit"

// oversee keeps the metrics and the audit of a hub on servers that others run.
func oversee(ctx context.Context, c *call, w *workspace.Workspace, options bus.Options) error {
	if !c.IsSet("metrics") && !c.IsSet("audit") {
		return hint.Errorf("grundy hub --help shows examples", "hub oversee: want --metrics ADDR, --audit FILE or both")
	}
	return owning(func(ctx context.Context, c *call, b *bus.Bus) error { return c.overseeing(ctx, b, c.untilEnded) })(ctx, c, w, options)
}

// untilEnded waits until the user ends the command.
func (c *call) untilEnded(ctx context.Context) error {
	c.advise("Ctrl-C ends it")
	<-ctx.Done()
	return nil
}

// overseeing keeps metrics and the audit, if they are wanted, while do runs.
func (c *call) overseeing(ctx context.Context, b *bus.Bus, do func(context.Context) error) error {
	listener, err := c.metricsListener()
	if err != nil {
		return err
	}
	audit, err := c.openAudit()
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	overseeing, end := context.WithCancel(ctx)
	defer end()
	if listener != nil {
		var counted cluster.Metrics
		server := http.Server{Handler: metricsPage(b, &counted), ReadHeaderTimeout: 10 * time.Second}
		context.AfterFunc(overseeing, func() { server.Close() })
		group.Go(func() error {
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				return err
			}
			return nil
		})
		group.Go(func() error {
			return cluster.Follow(overseeing, b, "", func(e cluster.AuditEntry) error {
				counted.Add(e)
				return nil
			})
		})
		c.advise("metrics are at http://%s/metrics", listener.Addr())
	}
	if audit != nil {
		defer audit.Close()
		group.Go(func() error {
			return cluster.Follow(overseeing, b, auditName, audit.add)
		})
	}
	group.Go(func() error {
		defer end()
		return do(ctx)
	})
	return group.Wait()
}

// metricsListener listens on the address of the metrics; nil if they are not wanted.
func (c *call) metricsListener() (net.Listener, error) {
	address := c.String("metrics")
	if address == "" {
		return nil, nil
	}
	if _, err := strconv.ParseUint(address, 10, 16); err == nil {
		address = net.JoinHostPort("127.0.0.1", address)
	}
	if host, _, err := net.SplitHostPort(address); err != nil || host == "" {
		return nil, hint.Errorf("give a port, or an address and a port, such as 127.0.0.1:9118", "--metrics %q: want an address", c.String("metrics"))
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, hint.Errorf("name another port", "--metrics: %w", err)
	}
	return listener, nil
}

// audit is the file to which a line is added for each job.
type audit struct {
	*os.File
	known map[string]bool // the last lines: a hub that was killed sends some of them again
}

// tailSize is how much of an audit is searched for repeated lines, in bytes.
const tailSize = 1 << 20

// openAudit opens the audit file, which only its owner may read; nil if no audit is wanted.
func (c *call) openAudit() (*audit, error) {
	name := c.String("audit")
	if name == "" {
		return nil, nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("--audit: %w", err)
	}
	a := &audit{file, map[string]bool{}}
	if err := a.readTail(); err != nil {
		file.Close()
		return nil, fmt.Errorf("--audit: %w", err)
	}
	return a, nil
}

// readTail reads the last lines. It ends an incomplete last line, which the hub will send again.
func (a *audit) readTail() error {
	info, err := a.Stat()
	if err != nil {
		return err
	}
	tail, err := io.ReadAll(io.NewSectionReader(a, max(0, info.Size()-tailSize), tailSize))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(tail)) {
		if !strings.HasSuffix(line, "\n") {
			_, err = a.WriteString("\n")
		}
		a.known[line] = true
	}
	return err
}

func (a *audit) add(e cluster.AuditEntry) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	line := string(text) + "\n"
	if !a.known[line] {
		_, err = a.WriteString(line)
	}
	if err != nil {
		return fmt.Errorf("--audit: %w", err)
	}
	return nil
}

// metricsPage answers Prometheus.
func metricsPage(b *bus.Bus, counted *cluster.Metrics) http.Handler {
	pages := http.NewServeMux()
	pages.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		o, err := cluster.Look(r.Context(), b)
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_ = counted.Write(w, o) // a reader that misses it asks again
	})
	return pages
}
