//go:build !nohub

package bus

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// A server answers to the subject that the member names. The answers of one member never become results, jobs or messages of another.
func TestAnswersAreNoMessages(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	eve, err := h.Connect(t.Context(), invitation(t, h, "eve", Person), "test") // servers of another party have no gate
	if err != nil {
		t.Fatal(err)
	}
	defer eve.Close()
	owner, err := h.Own(t.Context(), filepath.Join(t.TempDir(), "join.json"))
	if err != nil {
		t.Fatal(err)
	}
	o, err := h.Connect(t.Context(), owner, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	ctx := t.Context()
	heard := make(chan string, 100)
	stop, err := anna.Follow("a", func(message []byte) { heard <- "event " + string(message) })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if err := errors.Join(
		lab.Drained(func(name string) { heard <- "drain " + name }),
		lab.Cancels(func(person, id string) { heard <- "cancel " + person + " " + id }),
		anna.Submit(ctx, AnyQueue, First, "a", []byte("order")),
	); err != nil {
		t.Fatal(err)
	}
	finished := make(chan string, 100)
	go func() {
		_ = o.Finished(ctx, "test", func(f EndedJob) error {
			finished <- f.ID + " " + string(f.Result)
			return nil
		})
	}()
	// A member without a quota writes what is known of a blob, and may read it.
	for name, text := range map[string]string{"ZQ==": "lab", "ZWU=": ""} {
		if _, err := eve.js.Publish(ctx, "$O.blobs.M."+name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		for _, to := range []string{"result.anna.a", "result.anna.b", "ended.anna.a.1", "job.any.p0.anna.b", "cancel.anna.a", "event.anna.a", "dead.any.p0.anna.a", "drain"} {
			if err := eve.conn.PublishRequest("$JS.API.DIRECT.GET.OBJ_blobs.$O.blobs.M."+name, to, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(eve.conn.PublishRequest("discard.x", "cancel.anna.a", nil), eve.conn.Flush()); err != nil {
		t.Fatal(err)
	}
	task := take(t, lab)
	if string(task.Order) != "order" {
		t.Errorf("the worker has the job %q", task.Order)
	}
	if cancelled, err := task.cancelled(ctx); cancelled || err != nil {
		t.Errorf("it is cancelled: %t, %v", cancelled, err)
	}
	if other := lab.next(); other != nil {
		t.Errorf("the worker has the job %q of %s", other.Order, other.Person)
	}
	for _, id := range []string{"a", "b"} {
		if result, _, err := anna.Result(ctx, id); len(result) > 0 || err != nil {
			t.Errorf("the result of %s is %q, %v", id, result, err)
		}
	}
	if dead, err := o.Dead(ctx); len(dead) > 0 || err != nil {
		t.Errorf("given up are %v, %v", dead, err)
	}
	anna.Submit(ctx, AnyQueue, First, "c", []byte("order"))
	task = take(t, lab)
	if err := finish(ctx, task, []byte("result")); err != nil {
		t.Fatal(err)
	}
	if text := <-finished; text != "c result" {
		t.Errorf("the audit has %s", text)
	}
	// One that ends without a result is told, each time that it does.
	for range 2 {
		anna.Submit(ctx, AnyQueue, First, "d", []byte("order"))
		task = take(t, lab)
		task.End(ctx, []byte("note"))
		task.End(ctx, []byte("again"))
		if text := <-finished; text != "d note" {
			t.Errorf("the audit has %s", text)
		}
	}
	for len(heard) > 0 {
		t.Errorf("heard: %s", <-heard)
	}
}

// The gate shuts out a member that has answers or consumers sent elsewhere, before the server hears of it.
func TestAnswersGoToTheirAuthors(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	ctx := t.Context()
	const secret = "SECRET TEST DATA"
	if err := errors.Join(
		anna.PutBlob(ctx, "package", strings.NewReader(secret)), anna.Submit(ctx, AnyQueue, First, "a", []byte("order")),
		lab.Announce(ctx, "1", []byte("{}")),
	); err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	a := invitation(t, h, "eve", Person)
	eve, err := Connect(ctx, a, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer eve.Close()
	inbox := eve.member.inbox() + ".read"
	if _, err := eve.js.Publish(ctx, "$O.blobs.M.ZQ==", []byte(`{"stream_name":"OBJ_blobs","config":{"name":"eve","deliver_subject":"`+inbox+`",`+
		`"deliver_policy":"all","ack_policy":"none"}}`)); err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct{ subject, answer, text string }{
		{"$JS.API.DIRECT.GET.OBJ_blobs.$O.blobs.M.ZQ==", "$JS.API.CONSUMER.CREATE.OBJ_blobs.eve", ""},
		{"$JS.API.DIRECT.GET.OBJ_blobs.$O.blobs.M.ZQ==", "$JS.API.STREAM.PURGE.JOBS", ""},
		{"$JS.API.DIRECT.GET.OBJ_blobs.$O.blobs.M.ZWU=", "$JS.API.STREAM.DELETE.RESULTS", ""},
		{"$JS.API.STREAM.INFO.JOBS", "result.anna.a", ""},
		{"job.any.p0.eve.a", "result.anna.a", "order"},
		{"$JS.API.CONSUMER.CREATE.KV_workers.eve", inbox, `{"stream_name":"KV_workers","config":{"name":"eve",` +
			`"deliver_subject":"$JS.API.CONSUMER.MSG.NEXT.JOBS.any-p0","deliver_policy":"all","ack_policy":"explicit"}}`},
	} {
		each, err := Connect(ctx, a, "test", quiet)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []*nats.Msg{{Subject: r.subject, Reply: r.answer, Data: []byte(r.text)}, {
			Subject: r.subject, Reply: r.answer, Data: []byte(r.text), Header: nats.Header{"A": {"b"}},
		}} {
			if err := each.conn.PublishMsg(m); err != nil {
				t.Fatal(err)
			}
		}
		_ = each.conn.FlushTimeout(time.Second) // it is shut out
		each.Close()
	}
	read, err := eve.conn.SubscribeSync(inbox)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := read.NextMsg(time.Second); err == nil {
		t.Errorf("eve hears %s: %s", m.Subject, m.Data)
	}
	if text, found, err := anna.Result(ctx, "a"); found || err != nil {
		t.Errorf("the job has the result %q, %v", text, err)
	}
	if task := take(t, lab); task.ID != "a" || task.Person != "anna" {
		t.Errorf("the job of %s is there", task.Person)
	}
}
