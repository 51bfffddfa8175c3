package language_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/namespaces"
)

var once sync.Once
var realBox sandbox.Box

type box struct {
	t     *testing.T
	runs  []sandbox.Spec
	force *sandbox.Result
}

func (b *box) real() sandbox.Box {
	once.Do(func() {
		dir, _ := os.MkdirTemp("", "zzreal")
		host, err := namespaces.New(namespaces.Options{Scratch: dir})
		if err != nil {
			panic(err)
		}
		realBox, err = host.Open(context.Background(), sandbox.Config{Name: "zz", Core: -1})
		if err != nil {
			panic(err)
		}
		b.t.Log(host.Tier())
	})
	return realBox
}
func (b *box) Path(m sandbox.Mount, elem ...string) string { return b.real().Path(m, elem...) }
func (b *box) Close() error                                 { return nil }
func (b *box) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	b.runs = append(b.runs, spec)
	if b.force != nil {
		return *b.force, nil
	}
	start := time.Now()
	r, err := b.real().Run(ctx, spec)
	b.t.Logf("%s: %v real %v, %+v %v", filepath.Base(spec.Args[0]), spec.Mounts, time.Since(start), r, err)
	return r, err
}

func (b *box) capture(spec sandbox.Spec, input string) (string, sandbox.Result, error) {
	in := filepath.Join(b.t.TempDir(), "in")
	os.WriteFile(in, []byte(input), 0o644)
	out, _ := os.Create(filepath.Join(b.t.TempDir(), "out"))
	defer out.Close()
	spec.Stdin, spec.Stdout, spec.Stderr = sandbox.FromPath(in), out, out
	spec.Limits.Memory = 256 * bytesize.MiB
	spec.Limits.CPU = 10 * time.Second
	result, err := b.Run(b.t.Context(), spec)
	if err != nil {
		return "", result, err
	}
	out.Seek(0, io.SeekStart)
	text, err := io.ReadAll(out)
	return string(text), result, err
}
