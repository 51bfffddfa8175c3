//go:build !nohub

package bus

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"grundy/internal/base/hint"
)

// hub starts one that ends with the test.
func hub(t *testing.T, change func(*Options)) *Hub {
	t.Helper()
	o := Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&o)
	}
	h, err := Serve(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// join connects a new member.
func join(t *testing.T, h *Hub, name string, role Role) *Bus {
	t.Helper()
	b, err := Connect(t.Context(), invitation(t, h, name, role), "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func invitation(t *testing.T, h *Hub, name string, role Role) Access {
	t.Helper()
	a, err := h.options.Invite(name, role, Quota{})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a
}

func take(t *testing.T, b *Bus) *Task {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	task, err := b.Take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// awaitJob waits until a lane knows of a job: the server tells it a moment after the stream has it, and who asks before that is told
// that there is none.
func awaitJob(t *testing.T, h *Hub, queue string, lane Lane) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		known, err := h.bus.js.Consumer(ctx, jobsStream, consumerName(queue, lane))
		if err != nil {
			t.Fatal(err)
		}
		if known.CachedInfo().NumPending > 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func TestAJobIsDoneOnce(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	ctx := t.Context()
	for range 2 { // the second time it waits already
		if err := anna.Submit(ctx, AnyQueue, Bulk, "a", []byte("order")); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := anna.Pending(ctx); n != 0 || err != nil {
		t.Errorf("%d, %v count as waited for, want none: it is bulk work", n, err)
	}
	if err := anna.Submit(ctx, AnyQueue, First, "b", nil); err != nil {
		t.Fatal(err)
	}
	if n, err := anna.Pending(ctx); n != 1 || err != nil {
		t.Errorf("%d, %v count as waited for, want 1", n, err)
	}
	awaitJob(t, h, AnyQueue, First)
	awaitJob(t, h, AnyQueue, Bulk)
	if b := take(t, lab); b.ID != "b" {
		t.Errorf("the first one is %s, want b: it is in the first lane", b.ID)
	} else {
		b.Drop()
	}
	task := take(t, lab)
	if task.Person != "anna" || task.ID != "a" || string(task.Order) != "order" || task.Deliveries != 1 {
		t.Errorf("took %+v", task)
	}
	for _, result := range []string{"first", "second"} {
		if isFirst, err := task.Finish(ctx, []byte(result)); isFirst != (result == "first") || err != nil {
			t.Fatalf("the %s result is the first: %t, %v", result, isFirst, err)
		}
	}
	if got, found, err := anna.Result(ctx, "a"); string(got) != "first" || !found || err != nil {
		t.Errorf("the result is %q, %t, %v; want the first", got, found, err)
	}
	if settled, err := task.Settled(ctx); settled == Unsettled || err != nil {
		t.Errorf("settled: %v, %v", settled, err)
	}
	task.Drop()
}

func TestAJobIsGivenBackAndCancelled(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	ctx := t.Context()
	if err := anna.Submit(ctx, AnyQueue, First, "a", nil); err != nil {
		t.Fatal(err)
	}
	task := take(t, lab)
	task.Return(ctx, 0)
	task = take(t, lab)
	if task.Deliveries != 2 {
		t.Errorf("%d workers had it, want 2", task.Deliveries)
	}
	if lost, err := task.Lost(ctx); lost != 0 || err != nil {
		t.Errorf("%d workers were lost, %v; want none: it was put back", lost, err)
	}
	task.ReturnLost(0)
	task = take(t, lab)
	task.Return(ctx, 0)
	task = take(t, lab)
	if lost, err := task.Lost(ctx); lost != 1 || err != nil {
		t.Errorf("%d workers were lost, %v; want the one of the two that put it back", lost, err)
	}
	if settled, err := task.Settled(ctx); settled != Unsettled || err != nil {
		t.Errorf("settled: %v, %v", settled, err)
	}
	told := make(chan string, 1)
	if err := lab.Cancels(func(person, id string) { told <- person + " " + id }); err != nil {
		t.Fatal(err)
	}
	if err := lab.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := anna.Cancel(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if got := <-told; got != "anna a" {
		t.Errorf("cancelled is %q", got)
	}
	if settled, err := task.Settled(ctx); settled == Unsettled || err != nil {
		t.Errorf("settled after it was cancelled: %v, %v", settled, err)
	}
	// What is handed in afterwards is wanted.
	task.Drop()
	time.Sleep(10 * time.Millisecond)
	for task = nil; task == nil; { // that it was dropped the hub hears in its time
		if err := anna.Submit(ctx, AnyQueue, First, "a", nil); err != nil {
			t.Fatal(err)
		}
		task = lab.next()
	}
	if settled, err := task.Settled(ctx); settled != Unsettled || err != nil {
		t.Errorf("settled: %v, %v", settled, err)
	}
}

// A job that was given up is done once more if the owner wants that, whatever came of it.
func TestAJobThatWasGivenUpIsHandedInAnew(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	access, err := h.Own(t.Context(), filepath.Join(t.TempDir(), "join.json"))
	if err != nil {
		t.Fatal(err)
	}
	owner, err := Connect(t.Context(), access, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(owner.Close)
	ctx := t.Context()
	for _, id := range []string{"a", "b"} {
		if err := anna.Submit(ctx, AnyQueue, Bulk, id, nil); err != nil {
			t.Fatal(err)
		}
		task := take(t, lab)
		task.ReturnLost(0)
		task = take(t, lab)
		if err := errors.Join(task.MarkDead(ctx, []byte("why "+id)), finish(ctx, task, []byte("failed"))); err != nil {
			t.Fatal(err)
		}
		task.Drop()
	}
	dead, err := owner.Dead(ctx)
	if err != nil || len(dead) != 2 || dead[1].Person != "anna" || dead[1].ID != "b" || string(dead[1].Note) != "why b" {
		t.Fatalf("given up are %+v, %v; want a and b", dead, err)
	}
	for range 2 { // a process that is killed in between does it once more
		if err := owner.Revive(ctx, dead[0], Protocol, []byte("order")); err != nil {
			t.Fatal(err)
		}
	}
	if _, found, err := anna.Result(ctx, "a"); found || err != nil {
		t.Errorf("the result stands: %t, %v", found, err)
	}
	if task := take(t, lab); task.ID != "a" || string(task.Order) != "order" {
		t.Errorf("took %+v, want a", task)
	} else if lost, err := task.Lost(ctx); lost != 0 || err != nil {
		t.Errorf("%d workers were lost, %v; want none, it begins anew", lost, err)
	}
	if dead, err := owner.Dead(ctx); err != nil || len(dead) != 1 || dead[0].ID != "b" {
		t.Errorf("given up are %+v, %v; want b", dead, err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := anna.Dead(ctx); err == nil {
		t.Error("a person sees what was given up")
	}
}

// Test data may be what contestants must not see. A user's key does not open the content of any package, not even
// of one that was sent with it, nor jobs and results, which may contain parts of it.
func TestNoPersonReadsWhatIsSecret(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	ctx := t.Context()
	eve, err := h.Connect(ctx, invitation(t, h, "eve", Person), "test") // the server alone sees to that, without the gate
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(eve.Close)
	const secret = "SECRET TEST DATA"
	heard := make(chan string, 100)
	for _, subject := range []string{
		">", "$O.>", "$O.blobs.C.*", "$O.blobs.>", "$JS.>", "$JS.ACK.>", "$KV.>", "job.>", "job.*.*.*.*", "result.>", "dead.>", "event.>", "event.*.*",
		"event.anna.*", "inbox.>", "inbox.anna.>", "_INBOX.>", "inbox.*.*.>", "spared.>", "cancel.>", "$SYS.>",
	} {
		if _, err := eve.conn.Subscribe(subject, func(m *nats.Msg) { heard <- m.Subject + " " + string(m.Data) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(
		anna.PutBlob(ctx, "package", strings.NewReader(secret)), eve.PutBlob(ctx, "own", strings.NewReader(secret)),
		anna.Submit(ctx, AnyQueue, First, "a", []byte(secret)),
	); err != nil {
		t.Fatal(err)
	}
	task := take(t, lab)
	if err := errors.Join(task.Publish([]byte(secret)), task.MarkDead(ctx, []byte(secret)), finish(ctx, task, []byte(secret))); err != nil {
		t.Fatal(err)
	}
	var chunks []string // the subjects under which the content lies, as they are known to who runs the hub
	stream, err := h.bus.js.Stream(ctx, blobsStream)
	if err != nil {
		t.Fatal(err)
	}
	state, err := stream.Info(ctx, jetstream.WithSubjectFilter("$O.blobs.C.>"))
	if err != nil || len(state.State.Subjects) != 2 {
		t.Fatalf("%v, %v", state, err)
	}
	for subject := range state.State.Subjects {
		chunks = append(chunks, subject)
	}
	type request struct{ subject, text string }
	requests := []request{}
	for _, name := range []string{"OBJ_blobs", jobsStream, resultsStream, deadStream} {
		for _, subject := range append(chunks, "$O.blobs.C.>", "$O.blobs.>", ">", "job.>", "result.>", "result.anna.a", "dead.>") {
			requests = append(requests,
				request{"$JS.API.DIRECT.GET." + name + "." + subject, ""},
				request{"$JS.API.DIRECT.GET." + name, `{"last_by_subj":"` + subject + `"}`},
				request{"$JS.API.DIRECT.GET." + name, `{"seq":1,"next_by_subj":"` + subject + `"}`},
				request{"$JS.API.DIRECT.GET." + name, `{"batch":9,"multi_last":["` + subject + `"]}`},
				request{"$JS.API.STREAM.MSG.GET." + name, `{"last_by_subj":"` + subject + `"}`},
				request{"$JS.API.DIRECT.GET.OBJ_blobs.$O.blobs.M.cGFja2FnZQ==", `{"last_by_subj":"` + subject + `"}`},
				request{"$JS.API.DIRECT.GET.OBJ_blobs.$O.blobs.M.cGFja2FnZQ==", `{"multi_last":["` + subject + `"]}`},
				request{"$JS.API.DIRECT.GET.RESULTS.result.eve.a", `{"multi_last":["` + subject + `"]}`},
			)
		}
		inbox := eve.member.inbox() + ".read"
		create := `{"stream_name":"` + name + `","config":{"deliver_subject":"` + inbox + `","deliver_policy":"all","ack_policy":"none"}}`
		requests = append(
			requests,
			request{"$JS.API.STREAM.MSG.GET." + name, `{"seq":1}`},
			request{"$JS.API.DIRECT.GET." + name, `{"seq":1}`},
			request{"$JS.API.DIRECT.GET.OBJ_blobs.$O.blobs.M.cGFja2FnZQ==", `{"seq":1}`},
			request{"$JS.API.CONSUMER.CREATE." + name, create},
			request{"$JS.API.CONSUMER.CREATE." + name + ".eve", create},
			request{"$JS.API.CONSUMER.DURABLE.CREATE." + name + ".eve", create},
			request{"$JS.API.CONSUMER.CREATE.KV_workers.eve", create}, // one that is allowed, but for another stream
			request{"$JS.API.STREAM.SNAPSHOT." + name, `{"deliver_subject":"` + inbox + `"}`},
			request{"$JS.API.STREAM.CREATE.eve", `{"name":"eve","storage":"memory","mirror":{"name":"` + name + `"}}`},
			request{"$JS.API.STREAM.CREATE.KV_workers", `{"name":"KV_workers","storage":"memory","sources":[{"name":"` + name + `"}]}`},
			request{"$JS.API.STREAM.UPDATE." + name, `{"name":"` + name + `","republish":{"src":">","dest":"event.eve.x"}}`},
			request{"$JS.API.CONSUMER.MSG.NEXT." + name + ".any-p0", "9"},
		)
	}
	all, err := eve.conn.SubscribeSync(eve.member.inbox() + ".>")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range requests {
		if err := eve.conn.PublishRequest(r.subject, eve.member.inbox()+".answer", []byte(r.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := eve.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	answered := 0
	for {
		m, err := all.NextMsg(time.Second)
		if err != nil {
			break
		}
		answered++
		if strings.Contains(string(m.Data), secret) || strings.Contains(string(m.Data), "U0VDUkVUIFRFU1QgREFUQ") {
			t.Errorf("the server answers %s", m.Data)
		}
	}
	if answered == 0 {
		t.Error("nothing at all is answered: the test asks in a wrong way")
	}
	for len(heard) > 0 {
		t.Errorf("eve hears %s", <-heard)
	}
}

// A member may do nothing beyond its role.
func TestWhatMembersMayNot(t *testing.T) {
	h := hub(t, nil)
	anna, eve, lab := join(t, h, "anna", Person), join(t, h, "eve", Person), join(t, h, "lab", Worker)
	ctx := t.Context()
	if err := anna.PutBlob(ctx, "secret", strings.NewReader("test data")); err != nil {
		t.Fatal(err)
	}
	if err := anna.Submit(ctx, AnyQueue, First, "a", nil); err != nil {
		t.Fatal(err)
	}
	task := take(t, lab)
	if err := finish(ctx, task, []byte("result")); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func(ctx context.Context) error{
		"a person reads a blob": func(ctx context.Context) error {
			content, err := anna.blobs.Get(ctx, "secret")
			if err == nil {
				_, err = io.ReadAll(content)
			}
			return err
		},
		"a person reads the stream of blobs": func(ctx context.Context) error {
			_, err := eve.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET.OBJ_blobs", []byte(`{"seq":1}`))
			return err
		},
		"a person reads another's result": func(ctx context.Context) error {
			_, _, err := eve.last(ctx, resultsStream, "result.anna.a")
			return err
		},
		"a person hands in another's job": func(ctx context.Context) error {
			_, err := eve.js.Publish(ctx, "job.any.p0.anna.b", nil)
			return err
		},
		"a person cancels another's job": func(ctx context.Context) error {
			_, err := eve.js.Publish(ctx, "cancel.anna.a", nil)
			return err
		},
		"a person makes a result": func(ctx context.Context) error {
			_, err := eve.js.Publish(ctx, "result.eve.a", nil)
			return err
		},
		"a person ends a job": func(ctx context.Context) error {
			_, err := eve.js.Publish(ctx, "ended.eve.a.1", nil)
			return err
		},
		"a person takes jobs": func(ctx context.Context) error {
			_, err := eve.conn.RequestWithContext(ctx, "$JS.API.CONSUMER.MSG.NEXT.JOBS.any-p0", []byte("1"))
			return err
		},
		"a person deletes a stream": func(ctx context.Context) error { return eve.js.DeleteStream(ctx, jobsStream) },
		"a worker deletes a stream": func(ctx context.Context) error { return lab.js.DeleteStream(ctx, jobsStream) },
		"a worker purges results": func(ctx context.Context) error {
			_, err := lab.conn.RequestWithContext(ctx, "$JS.API.STREAM.PURGE.RESULTS", nil)
			return err
		},
		"a worker hands in a job": func(ctx context.Context) error {
			_, err := lab.js.Publish(ctx, "job.any.p0.lab.a", nil)
			return err
		},
		"a worker writes a blob": func(ctx context.Context) error {
			_, err := lab.blobs.PutString(ctx, "secret", "other test data")
			return err
		},
		"a worker deletes a blob": func(ctx context.Context) error { return lab.blobs.Delete(ctx, "secret") },
		"a worker calls itself another": func(ctx context.Context) error {
			_, err := lab.workers.Put(ctx, "other.1", nil)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			if err := do(ctx); err == nil {
				t.Error("it is allowed")
			} else if !isAway(err) && !errors.Is(err, nats.ErrPermissionViolation) && !errors.Is(err, jetstream.ErrNoStreamResponse) {
				t.Errorf("it fails for another reason: %v", err)
			}
		})
	}
	t.Run("a worker reads a blob", func(t *testing.T) {
		content, err := lab.Blob(ctx, "secret")
		if err != nil {
			t.Fatal(err)
		}
		defer content.Close()
		if text, err := io.ReadAll(content); string(text) != "test data" || err != nil {
			t.Errorf("it reads %q, %v", text, err)
		}
	})
	for _, subject := range []string{"event.anna.a", "job.>", "result.>", anna.member.inbox() + ".>", ">"} {
		t.Run("eve listens to "+subject, func(t *testing.T) {
			refused, err := eve.conn.SubscribeSync(subject)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := refused.NextMsg(time.Second); !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestWhoIsNotInvited(t *testing.T) {
	h := hub(t, nil)
	other := hub(t, nil)
	connect := func(a Access) error {
		b, err := Connect(t.Context(), a, "test", slog.New(slog.DiscardHandler))
		if err == nil {
			b.Close()
		}
		return err
	}
	stranger := invitation(t, other, "anna", Person)
	stranger.Address = h.Address()
	wantError(t, connect(stranger), "the hub does not know the key of anna", "grundy hub invite")

	anna := invitation(t, h, "anna", Person)
	if err := connect(anna); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.options.Revoke("anna"), h.refresh(t.Context())); err != nil {
		t.Fatal(err)
	}
	wantError(t, connect(anna), "does not know the key", "grundy hub invite")
	wantError(t, h.options.Revoke("anna"), "has no such invitation", "")

	silent, err := net.Listen("tcp", "127.0.0.1:0") // this server never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	anna.Address = "nats://" + silent.Addr().String()
	wantError(t, connect(anna), "no hub answers", "start it with grundy hub")
	anna.Address = "nats://127.0.0.1:1"
	wantError(t, connect(anna), "no hub answers", "start it with grundy hub")
	anna.Address = "nats://192.0.2.1:7118"
	wantError(t, anna.check(), "an unencrypted hub", "tls://")
	for _, name := range []string{"", "a.b", "a b", "*", ">", "../a", ownName} {
		if _, err := h.options.Invite(name, Person, Quota{}); err == nil {
			t.Errorf("%q is invited", name)
		}
	}
}

// When a user is invited no more, the hub takes the waiting jobs of that user out of the queue and reports them. A worker reports the job that it has.
func TestJobsOfTheUninvitedEnd(t *testing.T) {
	h := hub(t, nil)
	lab := join(t, h, "lab", Worker)
	access := invitation(t, h, "anna", Person)
	anna, err := Connect(t.Context(), access, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer anna.Close()
	ctx := t.Context()
	if err := anna.Submit(ctx, AnyQueue, First, "runs", nil); err != nil {
		t.Fatal(err)
	}
	task := take(t, lab)
	if err := errors.Join(
		anna.Submit(ctx, AnyQueue, First, "waits", nil), lab.Cancels(func(_, id string) {
			if id == "runs" {
				task.End(ctx, []byte("by the worker"))
			}
		}), lab.conn.Flush(), h.options.Revoke("anna"), h.refresh(ctx),
	); err != nil {
		t.Fatal(err)
	}
	if other := lab.next(); other != nil {
		t.Errorf("%s still waits", other.ID)
	}
	var told []string
	enough := errors.New("two are told")
	if err := h.bus.Finished(ctx, "test", func(f EndedJob) error {
		if told = append(told, fmt.Sprintf("%s %s %q", f.Person, f.ID, f.Result)); len(told) == 2 {
			return enough
		}
		return nil
	}); !errors.Is(err, enough) {
		t.Fatal(err)
	}
	if want := []string{`anna runs "by the worker"`, `anna waits ""`}; !slices.Equal(told, want) {
		t.Errorf("told are %q, want %q", told, want)
	}
}

func wantError(t *testing.T, err error, text, remedy string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) || !strings.Contains(hint.Of(err), remedy) {
		t.Errorf("got %v (%s), want %q (%q)", err, hint.Of(err), text, remedy)
	}
}

func TestBeyondTheMachineAllIsEncrypted(t *testing.T) {
	h := hub(t, func(o *Options) { o.Listen, o.Host = "0.0.0.0:0", "localhost" })
	if !strings.HasPrefix(h.Address(), "tls://localhost:") {
		t.Fatalf("the hub is at %s", h.Address())
	}
	anna := invitation(t, h, "anna", Person)
	quiet := slog.New(slog.DiscardHandler)
	b, err := Connect(t.Context(), anna, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	if state, err := b.conn.TLSConnectionState(); err != nil || state.Version < 0x304 {
		t.Errorf("the connection has version %x of TLS, %v; want 1.3", state.Version, err)
	}
	b.Close()
	if b, err := h.Connect(t.Context(), anna, "test"); err != nil {
		t.Errorf("within the process: %v", err)
	} else {
		b.Close()
	}
	unknown := anna
	unknown.Certificate = ""
	_, err = Connect(t.Context(), unknown, "test", quiet)
	wantError(t, err, "does not have the certificate of the invitation", "grundy hub invite")
	plain := anna
	plain.Address, plain.Certificate = strings.Replace(anna.Address, "tls://", "nats://", 1), ""
	if b, err := Connect(t.Context(), plain, "test", quiet); err == nil {
		t.Error("it can be reached without encryption")
		b.Close()
	}
}

func TestAnExpiredCertificateIsToldOf(t *testing.T) {
	dir := t.TempDir()
	o := Options{Host: "localhost", Store: dir}
	text, err := o.identity().Make(func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Hour) })
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "old.pem")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	var warnings bytes.Buffer
	h := hub(t, func(o *Options) {
		o.Listen, o.Host, o.Certificate, o.Key = "127.0.0.1:0", "localhost", file, file
		o.Log = slog.New(slog.NewTextHandler(&warnings, nil))
	})
	if !strings.Contains(warnings.String(), "the certificate of the hub is not valid now") {
		t.Errorf("the hub warns: %s", &warnings)
	}
	_, err = Connect(t.Context(), invitation(t, h, "anna", Person), "test", slog.New(slog.DiscardHandler))
	wantError(t, err, "the certificate of the hub is not valid now", "renew the files")
}

func TestTwoHubsDoNotShareAStore(t *testing.T) {
	h := hub(t, nil)
	_, err := Serve(t.Context(), h.options)
	wantError(t, err, "another hub uses this store", "--store")
	o := h.options
	o.Store, o.Listen = t.TempDir(), h.gate.Addr().String()
	_, err = Serve(t.Context(), o)
	wantError(t, err, "address already in use", "--listen")
}

// A queue may learn of a job a moment after the woken worker asks for it.
func TestAWorkerThatIsWokenTooEarlyAsksAgain(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	taken := make(chan time.Time, 1)
	go func() {
		if _, err := lab.Take(t.Context()); err == nil {
			taken <- time.Now()
		}
	}()
	time.Sleep(100 * time.Millisecond) // it listens
	if err := anna.conn.Publish(subject("wake", AnyQueue), []byte(First)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // it looks
	if _, err := anna.js.PublishMsg(t.Context(), jobMessage(subject("job", AnyQueue, string(First), "anna", "a"), strconv.Itoa(Protocol), nil)); err != nil {
		t.Fatal(err)
	}
	handed := time.Now()
	if took := (<-taken).Sub(handed); took > PollTime/2 {
		t.Errorf("it takes the job after %s, as if nobody had woken it", took)
	}
}

// A hub of the release before or after this one will do, for members and for the hub that is started on what it left.
func TestAHubOfAnotherProtocol(t *testing.T) {
	h := hub(t, nil)
	stream, err := h.bus.js.Stream(t.Context(), jobsStream)
	if err != nil {
		t.Fatal(err)
	}
	config := stream.CachedInfo().Config
	anna, lab := invitation(t, h, "anna", Person), invitation(t, h, "lab", Worker)
	for _, test := range []struct {
		version string
		speaks  int
		remedy  string // where it is refused
	}{
		{strconv.Itoa(Protocol - 1), Protocol - 1, ""},
		{strconv.Itoa(Protocol), Protocol, ""},
		{strconv.Itoa(Protocol + 1), Protocol, ""},
		{strconv.Itoa(Protocol - 2), 0, "update the hub"},
		{strconv.Itoa(Protocol + 2), 0, "update grundy here"},
		{"", 0, "update grundy here"},
	} {
		config.Metadata[protocolKey] = test.version
		if _, err := h.bus.js.UpdateStream(t.Context(), config); err != nil {
			t.Fatal(err)
		}
		for _, access := range []Access{anna, lab} {
			b, err := Connect(t.Context(), access, "test", slog.New(slog.DiscardHandler))
			if test.remedy != "" {
				wantError(t, err, fmt.Sprintf("the hub has version %q of the protocol and this grundy version %d", test.version, Protocol), test.remedy)
				continue
			}
			if err != nil {
				t.Errorf("version %q: %v", test.version, err)
				continue
			}
			if b.ProtocolVersion() != test.speaks {
				t.Errorf("at a hub of version %q it speaks %d, want %d", test.version, b.ProtocolVersion(), test.speaks)
			}
			b.Close()
		}
		if err := createStores(t.Context(), h.bus.js, 0); (err == nil) != (test.remedy == "") {
			t.Errorf("a hub that is started on what one of version %q left: %v", test.version, err)
		}
	}
}

// Who cancels what never was fills nothing, and others still cancel.
func TestWhatIsCancelledIsBounded(t *testing.T) {
	h := hub(t, nil)
	eve, anna, lab := join(t, h, "eve", Person), join(t, h, "anna", Person), join(t, h, "lab", Worker)
	ctx := t.Context()
	flood := func(many int, data []byte, name func(i int) string) {
		t.Helper()
		for i := range many {
			if _, err := eve.js.PublishAsync(subject("cancel", "eve", name(i)), data, jetstream.WithStallWait(time.Minute)); err != nil {
				t.Fatal(err)
			}
		}
		select {
		case <-eve.js.PublishAsyncComplete():
		case <-time.After(time.Minute):
			t.Fatal("the hub takes nothing any more")
		}
	}
	lies := func() jetstream.StreamState {
		t.Helper()
		stream, err := h.bus.js.Stream(ctx, cancelsStream)
		if err != nil {
			t.Fatal(err)
		}
		return stream.CachedInfo().State
	}
	flood(10, make([]byte, 1<<20), strconv.Itoa)
	if state := lies(); state.Msgs != 0 {
		t.Errorf("%d messages with a text are kept", state.Msgs)
	}
	flood(maxCancels+5000, nil, strconv.Itoa)
	if state := lies(); state.Msgs != maxCancels {
		t.Errorf("%d are kept, want %d", state.Msgs, maxCancels)
	}
	flood(2*maxCancelsBytes/3000, nil, func(i int) string { return strconv.Itoa(i) + strings.Repeat("x", 3000) })
	if state := lies(); state.Bytes > maxCancelsBytes {
		t.Errorf("%d bytes are kept, want %d at most", state.Bytes, maxCancelsBytes)
	}
	if err := errors.Join(anna.Submit(ctx, AnyQueue, First, "a", nil), anna.Cancel(ctx, "a")); err != nil {
		t.Fatal(err)
	}
	if settled, err := take(t, lab).Settled(ctx); settled == Unsettled || err != nil {
		t.Errorf("what anna cancelled is settled: %v, %v", settled, err)
	}
}

// Chunks that belong to a blob stay, whichever member asks to drop them; others go.
func TestChunksAreDroppedThatBelongToNothing(t *testing.T) {
	h := hub(t, nil)
	anna, bert := join(t, h, "anna", Person), join(t, h, "bert", Person)
	ctx := t.Context()
	chunks := func() uint64 {
		stream, err := h.bus.js.Stream(ctx, blobsStream)
		if err != nil {
			t.Fatal(err)
		}
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(chunksSubject+".>"))
		if err != nil {
			t.Fatal(err)
		}
		return uint64(len(info.State.Subjects))
	}
	for _, content := range []string{"first", "second"} { // whose chunks take the place of the first
		if err := anna.PutBlob(ctx, "a", strings.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	known, err := anna.blobs.GetInfo(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	bert.discard(ctx, known.NUID)
	broken := io.MultiReader(strings.NewReader(strings.Repeat("x", 3*chunkSize)), iotest.ErrReader(errors.New("the file is gone")))
	if err := bert.PutBlob(ctx, "b", broken); err == nil || !strings.Contains(err.Error(), "the file is gone") {
		t.Errorf("got %v, want what is wrong with the content", err)
	}
	if n := chunks(); n != 1 {
		t.Errorf("chunks of %d blobs are left, want those of one", n)
	}
	content, err := h.bus.Blob(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if text, err := io.ReadAll(content); string(text) != "second" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

func finish(ctx context.Context, task *Task, result []byte) error {
	_, err := task.Finish(ctx, result)
	return err
}

// Who has a quota cannot write past the hub, nor more than it allows, whatever their client does.
func TestAQuotaIsNotPassedBy(t *testing.T) {
	h := hub(t, nil)
	access, err := h.options.Invite("anna", Person, Quota{Jobs: 2, Bytes: 3 * chunkSize})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	anna, err := Connect(t.Context(), access, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(anna.Close)
	ctx := t.Context()
	for _, id := range []string{"a", "b", "a"} { // the last one waits already
		if err := anna.Submit(ctx, AnyQueue, First, id, []byte("order")); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	if err := anna.Submit(ctx, AnyQueue, First, "c", nil); err == nil || errors.Is(err, ErrAway) || !strings.Contains(err.Error(), "at most 2 jobs") || !strings.Contains(hint.Of(err), "--quota") {
		t.Errorf("a third job: %v, with the hint %q", err, hint.Of(err))
	}
	lab := join(t, h, "lab", Worker)
	done := take(t, lab)
	if err := errors.Join(finish(ctx, done, []byte("result")), anna.Submit(ctx, AnyQueue, First, "c", nil)); err != nil {
		t.Errorf("when one has a result, and is not dropped: %v", err)
	}
	if err := anna.Submit(ctx, AnyQueue, First, "d", nil); err == nil || !strings.Contains(err.Error(), "at most 2 jobs") {
		t.Errorf("a third job beside one that is not dropped: %v", err)
	}
	done.DropNow(ctx)
	if err := errors.Join(anna.Submit(ctx, AnyQueue, First, "c", nil), anna.Cancel(ctx, "c"), anna.Cancel(ctx, "nothing")); err != nil {
		t.Errorf("when one is done: %v", err)
	}
	for range 2 {
		if task := take(t, lab); task.ID == "c" {
			if settled, err := task.Settled(ctx); settled == Unsettled || err != nil {
				t.Errorf("what she cancelled is settled: %v, %v", settled, err)
			}
		}
	}
	if _, found, err := h.bus.last(ctx, cancelsStream, subject("cancel", "anna", "nothing")); found || err != nil {
		t.Errorf("what was no job is cancelled: %t, %v", found, err)
	}

	if err := anna.PutBlob(ctx, "large", strings.NewReader(strings.Repeat("x", 4*chunkSize))); err == nil || !strings.Contains(err.Error(), "at most 384 KiB") {
		t.Errorf("a large package: %v", err)
	}
	if err := anna.PutBlob(ctx, "fits", strings.NewReader(strings.Repeat("x", 2*chunkSize))); err != nil {
		t.Errorf("what fits once the large one is dropped: %v", err)
	}
	if there, err := anna.HasBlob(ctx, "fits"); !there || err != nil {
		t.Errorf("what fits is there: %t, %v", there, err)
	}
	for what, forged := range map[string]func() error{
		"somebody else's chunks": func() error { return anna.have(ctx, []byte("x"), chunkVerb, "bert-CHUNKS") },
		"chunks of nobody":       func() error { return anna.have(ctx, []byte("x"), chunkVerb, "CHUNKS") },
		"a large chunk":          func() error { return anna.have(ctx, make([]byte, chunkSize+1), chunkVerb, "anna-CHUNKS") },
		"a large description":    func() error { return anna.have(ctx, make([]byte, maxMeta+1), metaVerb, "bmFtZQ==") },
		"another's description":  func() error { return anna.have(ctx, []byte(`{"name":"name","nuid":"bert-X"}`), metaVerb, "bmFtZQ==") },
	} {
		if err := forged(); err == nil || !strings.Contains(err.Error(), errNotUnderstood.Error()) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, past := range []string{"job.any.p0.anna.z", "cancel.anna.z", chunksSubject + ".anna-X", metaSubject + ".bmFtZQ==", "person.bert.submit.any.p0.z"} {
		short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		if _, err := anna.js.Publish(short, past, []byte("x")); err == nil {
			t.Errorf("%s can be written past the hub", past)
		}
		cancel()
	}
}
