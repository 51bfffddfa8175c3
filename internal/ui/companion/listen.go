package companion

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/plain"
)

// ports are those to which Competitive Companion sends by default; the first free one is used.
var ports = []int{10043, 10045, 10042, 6174, 4244, 1327}

// OfferPort is where cph-submit asks for solutions. The editor extension CPH listens there.
const OfferPort = 27121

// The limits of a connection: the extension gives up after half a second, and sends a page in one piece.
const (
	headerTime = 5 * time.Second
	bodyTime   = 20 * time.Second
	maxHeader  = 16 << 10
	// atOnce is how many pages are read at the same time, and waiting how many may wait for their directories.
	atOnce, waiting = 2, 16
)

// Listener is a port that receives pages.
type Listener struct {
	Port      int
	listeners []net.Listener
	closed    sync.Once
}

// Listen takes a port of this machine that other machines cannot reach; 0 means the first free one that Competitive
// Companion knows.
func Listen(port int) (*Listener, error) {
	if port == OfferPort {
		return nil, hint.Errorf("leave out the port", "port %d belongs to CPH", port)
	}
	if port != 0 {
		l, err := listen(port)
		if err != nil {
			return nil, hint.Errorf("leave out the port for a free one", "listen at port %d: %w", port, err)
		}
		return l, nil
	}
	var last error
	for _, port := range ports {
		l, err := listen(port)
		if err == nil {
			return l, nil
		}
		last = err
	}
	return nil, hint.Errorf("end the other program that listens for Competitive Companion, or name a port with --port and in the extension's settings",
		"all ports of Competitive Companion are taken: %w", last)
}

// listen takes a port on both addresses of this machine, because localhost may be either of them. A program that has
// one of the two has the port; without IPv6, the other is enough.
func listen(port int) (*Listener, error) {
	four, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	l := &Listener{Port: port, listeners: []net.Listener{four}}
	six, err := net.Listen("tcp6", net.JoinHostPort("::1", strconv.Itoa(port)))
	if err == nil {
		l.listeners = append(l.listeners, six)
		return l, nil
	}
	if probe, none := net.Listen("tcp6", "[::1]:0"); none == nil {
		return nil, errors.Join(err, probe.Close(), l.Close())
	}
	return l, nil
}

// Close releases the port.
func (l *Listener) Close() error {
	var err error
	l.closed.Do(func() {
		for _, listener := range l.listeners {
			err = errors.Join(err, listener.Close())
		}
	})
	return err
}

// serve answers requests until the context ends or stop is called, which lets current requests finish.
func (l *Listener) serve(ctx context.Context, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: bodyTime, IdleTimeout: headerTime,
		MaxHeaderBytes: maxHeader, ErrorLog: log.New(io.Discard, "", 0),
	}
	failed := make(chan error, len(l.listeners))
	for _, listener := range l.listeners {
		go func() { failed <- server.Serve(listener) }()
	}
	var err error
	left := len(l.listeners)
	select {
	case <-ctx.Done():
	case err = <-failed:
		left--
	}
	end, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if server.Shutdown(end) != nil {
		_ = server.Close() // do not wait for a client that sends nothing
	}
	for range left {
		<-failed
	}
	_ = l.Close()
	return err
}

// Serve receives pages until the context ends. It calls heard for one page at a time, after it was answered. It calls
// refused with the reason of a refused request, but not each time if there are many.
func (l *Listener) Serve(ctx context.Context, heard func(plain.Page), refused func(reason string)) error {
	pages := make(chan plain.Page, waiting)
	ear := &portListener{door: newEndpoint(l.Port, http.MethodPost, "/"), pages: pages, reading: make(chan struct{}, atOnce), refused: rateLimited(refused)}
	var worker sync.WaitGroup
	worker.Go(func() {
		for page := range pages {
			heard(page)
		}
	})
	err := l.serve(ctx, ear)
	ear.end()
	close(pages)
	worker.Wait()
	return err
}

// portListener receives the pages that extensions send.
type portListener struct {
	door    endpoint
	pages   chan<- plain.Page
	reading chan struct{}
	refused func(kind, reason string)

	mutex sync.RWMutex
	ended bool
}

func (e *portListener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if refusal := e.door.judge(r); refusal != nil {
		refusal.answer(w)
		e.refused(refusal.kind, refusal.reason)
		return
	}
	page, refusal := e.read(w, r)
	if refusal != nil {
		refusal.answer(w)
		e.refused(refusal.kind, refusal.reason)
		return
	}
	// The extension does not wait for what happens to the page.
	if !e.pass(page) {
		http.Error(w, "grundy: too many at once", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// read reads the page of a request.
func (e *portListener) read(w http.ResponseWriter, r *http.Request) (plain.Page, *refusal) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return plain.Page{}, &refusal{http.StatusUnsupportedMediaType, "type", "the request is not JSON"}
	}
	select {
	case e.reading <- struct{}{}:
		defer func() { <-e.reading }()
	case <-r.Context().Done():
		return plain.Page{}, &refusal{http.StatusServiceUnavailable, "gone", "the sender closed the connection early"}
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, plain.MaxPage))
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return plain.Page{}, &refusal{http.StatusRequestEntityTooLarge, "size", fmt.Sprintf("the request is larger than %d MiB", plain.MaxPage>>20)}
	}
	if err != nil {
		return plain.Page{}, &refusal{http.StatusBadRequest, "cut", "the request was truncated"}
	}
	page, err := plain.ReadPage(data)
	if err == nil {
		err = page.Check()
	}
	if err != nil {
		return page, &refusal{http.StatusBadRequest, "page", "the request is not a problem of Competitive Companion: " + err.Error()}
	}
	return page, nil
}

// pass hands a page on, unless too many wait for a while or the listener has ended.
func (e *portListener) pass(page plain.Page) bool {
	e.mutex.RLock()
	defer e.mutex.RUnlock()
	if e.ended {
		return false
	}
	select {
	case e.pages <- page:
		return true
	case <-time.After(headerTime):
		return false
	}
}

// end waits until no page is being handed on.
func (e *portListener) end() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.ended = true
}

// quiet is how long a kind of refusal is not reported again.
const quiet = 10 * time.Second

// rateLimited reports a kind of refusal only once in a while: a page that tries again and again must not fill the screen.
func rateLimited(tell func(reason string)) func(kind, reason string) {
	var (
		mutex sync.Mutex
		told  = map[string]time.Time{}
	)
	return func(kind, reason string) {
		mutex.Lock()
		last, known := told[kind]
		due := !known || time.Since(last) > quiet
		if due {
			told[kind] = time.Now()
		}
		mutex.Unlock()
		if due {
			tell(reason)
		}
	}
}
