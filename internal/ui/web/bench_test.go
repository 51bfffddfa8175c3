package web_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/environment"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web"
)

// BenchmarkPages measures the list and the page of a problem: of the library in the binary, and of a directory, in a
// server that has just begun (cold) and in one that has shown the page before (warm).
func BenchmarkPages(b *testing.B) {
	folder, err := filepath.Abs("../../../problems")
	if err != nil {
		b.Fatal(err)
	}
	for library, problems := range map[string]string{"binary": "", "folder": folder} {
		for page, path := range map[string]string{"list": "/", "problem": "/p/nim"} {
			home := b.TempDir()
			begin := func() (http.Handler, func()) {
				w, err := workspace.Open(workspace.Config{
					Environment: environment.Variables{"HOME=" + home, "TMPDIR=" + home, "PATH=" + os.Getenv("PATH")},
					Problems:    problems, KeepRuns: history.DefaultKeep, Log: slog.New(slog.DiscardHandler),
					Executor: refusing,
				})
				if err != nil {
					b.Fatal(err)
				}
				server, err := web.New(web.Config{
					Workspace: w, Solutions: filepath.Join(home, "solutions"), Folder: home, Version: "test", Now: time.Now, Log: w.Log(),
				}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7117})
				if err != nil {
					b.Fatal(err)
				}
				return letIn(b, server), func() {
					if err := w.Close(); err != nil {
						b.Fatal(err)
					}
				}
			}
			show := func(b *testing.B, handler http.Handler) {
				answer := httptest.NewRecorder()
				handler.ServeHTTP(answer, request(path))
				if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), "nim") {
					b.Fatalf("%s: %d %s", path, answer.Code, answer.Body)
				}
			}
			b.Run(library+"/"+page+"/cold", func(b *testing.B) {
				for b.Loop() {
					handler, end := begin()
					show(b, handler)
					end()
				}
			})
			b.Run(library+"/"+page+"/warm", func(b *testing.B) {
				handler, end := begin()
				defer end()
				show(b, handler)
				for b.Loop() {
					show(b, handler)
				}
			})
		}
	}
}

// refusing is an executor that refuses every job, so that no compiler runs beside the pages.
func refusing(context.Context, *workspace.Workspace) (workspace.Executor, error) {
	return nil, errors.New("this executor refuses jobs")
}

// request asks for a page as a browser does.
func request(path string) *http.Request {
	r := httptest.NewRequest("GET", path, nil)
	r.Host = "127.0.0.1:7117"
	return r
}

// letIn opens the address of a server, and puts the path that all pages lie below and the cookie that it gives into each request.
func letIn(b testing.TB, server *web.Server) http.Handler {
	handler := server.Handler()
	answer := httptest.NewRecorder()
	address := strings.TrimPrefix(server.Address(), "http://127.0.0.1:7117")
	handler.ServeHTTP(answer, request(address))
	cookie := strings.Split(answer.Header().Get("Set-Cookie"), ";")[0]
	if cookie == "" {
		b.Fatal("no cookie")
	}
	base, _, _ := strings.Cut(address, "/?")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = base + r.URL.Path
		r.Header.Set("Cookie", cookie)
		handler.ServeHTTP(w, r)
	})
}
