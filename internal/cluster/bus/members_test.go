//go:build !nohub

package bus

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// A try is something that a member says to a server. In its texts @me is the member, @inbox a subject that no other member hears, and @new a name that was
// never there.
type try struct {
	subject, text string
	header        string // "Name: value"
	reply         string // instead of the member's own inbox
	hears         bool   // it wants to hear the subject
	refusal       string // what the hub answers that does not do it
	// many is how often it is said before, and has to be allowed.
	many int
}

func say(subject, text string) try { return try{subject: subject, text: text} }

func hear(subjects ...string) (all []try) {
	for _, s := range subjects {
		all = append(all, try{subject: s, hears: true})
	}
	return all
}

func ask(subjects ...string) (all []try) {
	for _, s := range subjects {
		all = append(all, say(s, ""))
	}
	return all
}

// operation is what members may want to do: a row of the table in docs/results/cluster-permissions.md.
type operation struct {
	what  string
	tries []try
}

// Where members meet a server: behind the gate of a hub, and behind one before servers that another party runs.
const (
	atHub     = "at a hub"
	atServers = "at servers of your own"
)

const secretData = "SECRET TEST DATA"

const theirs = "anna" // whose jobs, results and packages others have no business with

func consumer(stream, filter string, more ...string) string {
	config := append([]string{
		`"deliver_subject":"@inbox"`, `"deliver_policy":"all"`, `"ack_policy":"none"`, `"mem_storage":true`, `"num_replicas":1`,
		`"max_deliver":1`, `"flow_control":true`, `"idle_heartbeat":5000000000`, `"filter_subject":"` + filter + `"`,
	}, more...)
	return `{"stream_name":"` + stream + `","config":{` + strings.Join(config, ",") + `}}`
}

func queueRequest(more string) string {
	return `{"stream_name":"JOBS","config":{"durable_name":"@new-p0","filter_subject":"job.@new.p0.*.*","deliver_policy":"all","ack_policy":"explicit",` +
		`"ack_wait":15000000000,"max_deliver":-1,"max_ack_pending":-1,"num_replicas":0,"replay_policy":"instant","inactive_threshold":604800000000000` + more + `}}`
}

// operations are all operations that a member may try.
func operations(chunks string) []operation {
	const (
		create = "$JS.API.CONSUMER.CREATE."
		get    = "$JS.API.DIRECT.GET."
		info   = "$JS.API.STREAM.INFO."
		submit = "person.@me.submit.2.any."
	)
	meta := metaSubject + "." + base64.URLEncoding.EncodeToString([]byte("package"))
	return []operation{
		{"hand in a job: `job.QUEUE.LANE.ME.ID`", []try{{subject: "job.any.p0.@me.@new", text: "x", header: protocolHeader + ": 2"}}},
		{"cancel a job: `cancel.ME.ID`", ask("cancel.@me.@new")},
		{"wake workers: `wake.QUEUE`", []try{say("wake.any", "p0")}},
		{"have the hub hand in a job, cancel one, write a package: `person.ME.…`", []try{
			say(submit+"p0.@new", "x"), say("person.@me.cancel.@new", ""), say("person.@me.chunk.@me-@new", "x"), say("person.@me.meta.TkVX", `{"name":"NEW","nuid":"@me-@new"}`),
		}},
		{"the same in an unknown lane, with chunks or a description of others, or too large", []try{
			{subject: submit + "p9.@new", text: "x", refusal: "does not know"},
			{subject: "person.@me.chunk." + theirs + "-@new", text: "x", refusal: "does not know"},
			{subject: "person.@me.chunk.@new", text: "x", refusal: "does not know"},
			{subject: "person.@me.meta.TkVX", text: `{"name":"NEW","nuid":"` + theirs + `-@new"}`, refusal: "does not know"},
			{subject: "person.@me.meta.TkVX", text: `{"name":"other","nuid":"@me-@new"}`, refusal: "does not know"},
			{subject: "person.@me.chunk.@me-@new", text: strings.Repeat("x", chunkSize+1), refusal: "does not know"},
		}},
		{"hand in or cancel jobs of others, also by the hub", append(ask("job.any.p0."+theirs+".@new", "cancel."+theirs+".@new"),
			say("person."+theirs+".submit.2.any.p0.@new", "x"), say("person."+theirs+".cancel.@new", ""))},
		{"count one's own jobs: `$JS.API.STREAM.INFO.JOBS`, filtered", []try{
			say(info+jobsStream, `{"subjects_filter":"job.*.*.@me.*"}`), say(info+jobsStream, `{"subjects_filter":"job.*.*.@me.@new","offset":0}`),
		}},
		{"list the jobs of others, packages, workers, or what was deleted: `$JS.API.STREAM.INFO.…`, filtered", []try{
			say(info+jobsStream, `{"subjects_filter":">"}`), say(info+jobsStream, `{"subjects_filter":"job.*.*.*.*"}`),
			say(info+jobsStream, `{"subjects_filter":"job.*.*.`+theirs+`.*"}`), say(info+jobsStream, `{"subjects_filter":"job.>"}`),
			say(info+jobsStream, `{"deleted_details":true}`), say(info+jobsStream, `{"subjects_filter":"","Subjects_Filter":">"}`),
			say(info+jobsStream, `{} {"subjects_filter":">"}`), say(info+blobsStream, `{"subjects_filter":">"}`),
			say(info+blobsStream, `{"subjects_filter":"job.*.*.@me.*"}`), say(info+"KV_workers", `{"subjects_filter":">"}`), say(info+"KV_workers", `[]`),
		}},
		{"read the state of jobs, packages and workers: `$JS.API.STREAM.INFO.…`", append(ask(info+jobsStream, info+blobsStream, info+"KV_workers"), say(info+jobsStream, `{}`))},
		{"read the state of classes: `$JS.API.STREAM.INFO.KV_classes`", ask(info + "KV_classes")},
		{"read the state of results and of cancelled, returned and dead jobs", ask(info+resultsStream, info+cancelsStream, info+sparedStream, info+deadStream)},

		{"read one's own result: `$JS.API.DIRECT.GET.RESULTS.result.ME.ID`", ask(get + "RESULTS.result.@me.r")},
		{"read results of others by their name: `$JS.API.DIRECT.GET.RESULTS.result.PERSON.ID`", ask(get + "RESULTS.result." + theirs + ".r")},
		{"read by its name how often a job came back and whether it is cancelled", ask(get+"SPARED.spared."+theirs+".r", get+"CANCELS.cancel."+theirs+".r")},
		{"receive events of one's own jobs: `event.ME.*`", hear("event.@me.*", "event.@me.@new")},
		{"receive answers to oneself: `inbox.ME.…`", hear("@inbox")},
		{"receive events of others' jobs, and answers to others", hear("event."+theirs+".*", "event.*.*", "event.>", "inbox.>", "inbox."+theirs+".>", "inbox.*.*.>", "_INBOX.>")},
		{"receive notices of cancelled jobs, new jobs and drained workers: `cancel.*.*`, `wake.*`, `drain`", hear("cancel.*.*", "wake.*", "drain")},
		{"receive anything else", hear(">", "*", "job.>", "job.*.*.*.*", "result.>", "ended.>", "dead.>", "spared.>", "$O.>", "$KV.>", "$JS.>", "$JS.ACK.>", "$JS.EVENT.ADVISORY.>", "$SYS.>", "person.>", "discard.*", "furnish.*")},

		{"take a job that is there now: `$JS.API.CONSUMER.MSG.NEXT.JOBS.…`", []try{say("$JS.API.CONSUMER.MSG.NEXT.JOBS.any-p0", nextForm)}},
		{"take several at once, or wait for one at the server", []try{
			say("$JS.API.CONSUMER.MSG.NEXT.JOBS.any-p0", "10"), say("$JS.API.CONSUMER.MSG.NEXT.JOBS.any-p0", ""),
			say("$JS.API.CONSUMER.MSG.NEXT.JOBS.any-p0", `{"batch":10,"no_wait":true}`), say("$JS.API.CONSUMER.MSG.NEXT.JOBS.any-p0", `{"batch":1,"expires":60000000000}`),
			say("$JS.ACK.JOBS.any-p0.1.1.1.1.0", "+NXT 10"),
		}},
		{"return, renew and drop any job by its number: `$JS.ACK.JOBS.…`", []try{
			say("$JS.ACK.JOBS.any-p4.1.99.99.1.0", "+ACK"), say("$JS.ACK.JOBS.any-p4.1.99.99.1.0", `-NAK {"delay":1}`), say("$JS.ACK.JOBS.any-p4.1.99.99.1.0", "+WPI"),
		}},
		{"look at a queue: `$JS.API.CONSUMER.INFO.JOBS.…`", ask("$JS.API.CONSUMER.INFO.JOBS.any-p0")},
		{"make any other consumer of jobs: durable, of another kind, for others' jobs", []try{
			say(create+jobsStream, `{"stream_name":"JOBS","config":{}}`), say(create+jobsStream+".@new", consumer(jobsStream, "")),
			say(create+jobsStream+".@new.job.any.p0.*.*", consumer(jobsStream, "job.any.p0.*.*")), say(create+jobsStream+".@new-p0.job.@new.p0.*.*", queueRequest(`,"pause_until":"2999-01-01T00:00:00Z"`)),
			say(create+jobsStream+".@new-p0.job.@new.p0.*.*", queueRequest(`,"max_deliver":1`)), say(create+jobsStream+".@new-p0.job.@new.p0.*.*", queueRequest("")+`{"config":{"max_deliver":1}}`),
			say("$JS.API.CONSUMER.DURABLE.CREATE.JOBS.@new", `{"stream_name":"JOBS","config":{"durable_name":"@new","ack_policy":"explicit"}}`),
		}},
		{"list, delete, pause, unpin or reset queues", ask("$JS.API.CONSUMER.LIST.JOBS", "$JS.API.CONSUMER.NAMES.JOBS", "$JS.API.CONSUMER.DELETE.JOBS.any-p0",
			"$JS.API.CONSUMER.PAUSE.JOBS.any-p0", "$JS.API.CONSUMER.UNPIN.JOBS.any-p0", "$JS.API.CONSUMER.RESET.JOBS.any-p0", "$JS.API.CONSUMER.LEADER.STEPDOWN.JOBS.any-p0")},

		{"write the first result of a job: `result.PERSON.ID`", []try{say("result."+theirs+".@new", "x")}},
		{"publish events of a job: `event.PERSON.ID`", []try{say("event."+theirs+".@new", "x")}},
		{"record that a job ended, came back or was given up: `ended.…`, `spared.…`, `dead.…`", []try{
			say("ended."+theirs+".@new.1", "x"), say("spared."+theirs+".@new", "1 1"), say("dead.any.p0."+theirs+".@new", "x"),
		}},
		{"describe oneself, and keep a class, in one's own name: `$KV.workers.ME.…`, `$KV.classes.ME.…`", []try{
			say("$KV.workers.@me.@new", "{}"), say("$KV.classes.@me.@new", "{}"), {subject: "$KV.workers.@me.@new", header: "KV-Operation: DEL"},
		}},
		{"the same in the name of others", []try{say("$KV.workers."+theirs+".@new", "{}"), say("$KV.classes."+theirs+".@new", "{}")}},
		{"drain workers: `drain`", []try{say("drain", theirs)}},

		{"write chunks and descriptions of packages, also of others: `$O.blobs.…`", []try{
			say(chunksSubject+".@new", "x"), {subject: metaSubject + ".@new", text: "{}", header: "Nats-Rollup: sub"},
		}},
		{"check by its name whether a package is there: `$JS.API.DIRECT.GET.OBJ_blobs.$O.blobs.M.…`", ask(get + blobsStream + "." + meta)},
		{"read chunks without a consumer", append(ask(get+blobsStream+"."+chunks), say(get+blobsStream, `{"seq":1}`), say(get+blobsStream, `{"multi_last":[">"]}`))},
		{"read a package by the name of its chunks: `$JS.API.CONSUMER.CREATE.OBJ_blobs.…`", []try{say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks))}},
		{"read the list of workers: `$JS.API.CONSUMER.CREATE.KV_workers.…`", []try{say(create+"KV_workers.@new.$KV.workers.>", consumer("KV_workers", "$KV.workers.>"))}},
		{"read classes: `$JS.API.CONSUMER.CREATE.KV_classes.…`", []try{say(create+"KV_classes.@new.$KV.classes.>", consumer("KV_classes", "$KV.classes.>"))}},
		{"make any other consumer: of all packages, durable, on disk, kept without a listener, with an answer elsewhere", []try{
			say(create+blobsStream+".@new.$O.blobs.C.>", consumer(blobsStream, "$O.blobs.C.>")), say(create+blobsStream+".@new.$O.blobs.C.*", consumer(blobsStream, "$O.blobs.C.*")),
			say(create+blobsStream+".@new.$O.blobs.M.>", consumer(blobsStream, "$O.blobs.M.>")), say(create+blobsStream+".@new.>", consumer(blobsStream, ">")),
			say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks, `"durable_name":"@new"`)), say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks, `"mem_storage":false`)),
			say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks, `"inactive_threshold":1000000000000`)),
			say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks, `"deliver_subject":"job.any.p0.@me.@new"`)),
			say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks, `"deliver_subject":""`)),
			say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks, `"filter_subjects":[">"]`)), say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks, `"direct":true`)),
			say(create+blobsStream+".@new."+chunks, consumer(blobsStream, chunks)+`{"config":{"filter_subject":">"}}`), say(create+blobsStream, consumer(blobsStream, chunks)),
			say(create+"KV_workers.@new.$KV.workers.>", consumer("KV_workers", ">")), say(create+"KV_workers.@new", consumer("KV_workers", "$KV.workers.>")),
			say(create+"KV_workers.@new.$KV.workers.>", consumer("KV_workers", "$KV.workers.>", `"metadata":{"a":"b"}`)),
			say("$JS.API.CONSUMER.DURABLE.CREATE.KV_workers.@new", consumer("KV_workers", "", `"durable_name":"@new"`)),
			say(create+cancelsStream+".@new", consumer(cancelsStream, "")), say(create+deadStream+".@new.dead.>", consumer(deadStream, "dead.>")),
		}},
		{"make a consumer of results", []try{
			say(create+resultsStream+".@new", consumer(resultsStream, "")), say(create+resultsStream+".@new.result.>", consumer(resultsStream, "result.>")),
		}},
		{"publish to a subject with a wildcard", []try{
			say("discard.*", ""), say("discard.>", ""), say("job.any.p0.@me.*", "x"), say("job.>", "x"), say("cancel.@me.*", ""), say("wake.*", "p0"), say("result."+theirs+".*", "x"), say("event.*.*", "x"),
			say(submit+"p0.*", "x"), say("person.@me.cancel.*", ""), say("furnish.*", ""), say("$KV.workers.@me.*", "{}"), say("$O.blobs.C.*", "x"), say("$O.blobs.M.>", "{}"),
			say(get+blobsStream+".$O.blobs.M.>", ""), say(get+blobsStream+".$O.blobs.M.*", ""), say(get+"RESULTS.result.@me.*", ""), say(get+"RESULTS.>", ""), say(get+"CANCELS.cancel.*.*", ""),
			say("$JS.API.CONSUMER.DELETE.KV_workers.*", ""), say("$JS.API.CONSUMER.INFO.JOBS.*", ""), say(create+"*.@new.$KV.workers.>", consumer("KV_workers", "$KV.workers.>")),
			{subject: info + jobsStream, reply: "inbox.@me.>"},
		}},
		{"send a header that no member needs", []try{
			{subject: "$O.blobs.C.@new", header: "Nats-Rollup: all"},
			{subject: "$O.blobs.C.@new", header: "Nats-Rollup: sub"},
			{subject: "$O.blobs.M.@new", header: "Nats-Rollup: all"},
			{subject: "$KV.workers.@me.@new", header: "Nats-Rollup: all"},
			{subject: "$KV.workers.@me.@new", header: "KV-Operation: PURGE"},
			{subject: "result." + theirs + ".@new", header: "Nats-Msg-Id: r"},
			{subject: "job.any.p0.@me.@new", header: "Nats-Msg-Id: r"},
			{subject: "job.any.p0.@me.@new", header: "Nats-Expected-Last-Sequence: 1"},
			{subject: "job.any.p0.@me.@new", header: "Nats-Expected-Stream: JOBS"},
			{subject: "job.any.p0.@me.@new", header: "Nats-TTL: 1s"},
			{subject: "job.any.p0.@me.@new", header: "Nats-Schedule: @every 1s"},
			{subject: "job.any.p0.@me.@new", header: "Nats-Marker-Reason: Purge"},
			{subject: "job.any.p0.@me.@new", header: "Nats-Batch-Id: x"},
			{subject: "job.any.p0.@me.@new", header: "Nats-Incr: 1"},
			{subject: "job.any.p0.@me.@new", header: "Nats-Trace-Dest: result.anna.@new"},
			{subject: "job.any.p0.@me.@new", header: "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"},
			{subject: "cancel.@me.@new", header: "A: b"},
			{subject: "job.any.p0.@me.@new", header: protocolHeader + ": 2 Nats-Rollup: all"},
			{subject: info + jobsStream, header: "Nats-Required-Api-Level: 99"},
		}},
		{"direct an answer to others, to a stream or to JetStream", []try{
			{subject: info + jobsStream, reply: "result." + theirs + ".@new"},
			{subject: info + jobsStream, reply: "$JS.API.STREAM.PURGE.JOBS"},
			{subject: "job.any.p0.@me.@new", reply: "job.any.p0.@me.@new"},
			{subject: "discard.@me-@new", reply: "drain"},
			{subject: info + jobsStream, reply: "inbox"},
			{subject: info + jobsStream, reply: "_INBOX.x.y"},
		}},
		{"make, change, list, read, empty, copy or delete streams, and ask for the account: the rest of `$JS.API.…`", ask(
			"$JS.API.INFO", "$JS.API.STREAM.LIST", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.CREATE.@new", "$JS.API.STREAM.UPDATE.JOBS", "$JS.API.STREAM.DELETE.JOBS", "$JS.API.STREAM.PURGE.OBJ_blobs",
			"$JS.API.STREAM.MSG.GET.RESULTS", "$JS.API.STREAM.MSG.DELETE.JOBS", "$JS.API.STREAM.SNAPSHOT.OBJ_blobs", "$JS.API.STREAM.RESTORE.JOBS", "$JS.API.STREAM.PEER.REMOVE.JOBS",
			"$JS.API.STREAM.LEADER.STEPDOWN.JOBS", "$JS.API.STREAM.TEMPLATE.LIST", "$JS.API.META.LEADER.STEPDOWN", "$JS.API.SERVER.REMOVE", "$JS.API.ACCOUNT.PURGE.@new",
			get+"RESULTS", get+"CANCELS", get+"DEAD.dead.any.p0."+theirs+".r", get+"KV_workers.$KV.workers."+theirs+".1", "$JS.API.CONSUMER.MSG.NEXT.RESULTS.audit", "$JS.API.CONSUMER.INFO.RESULTS.audit", "$JS.ACK.RESULTS.a.1.1.1.1.0",
		)},
		{"reach JetStream by the name of a domain: `$JS.hub.API.…`", ask("$JS.hub.API.STREAM.PURGE.JOBS", "$JS..API.INFO")},
		{"pace a consumer's deliveries by its name: `$JS.FC.…`", ask("$JS.FC.KV_workers.@new.@new")},
		{"ask the server: `$SYS.…`", ask("$SYS.REQ.SERVER.PING", "$SYS.REQ.SERVER.PING.CONNZ", "$SYS.REQ.ACCOUNT.PING.CONNZ", "$SYS.ACCOUNT.x.CONNECT")},
		{"send a message beyond 8 MiB, or a request or header beyond 64 KiB", []try{
			say(info+jobsStream, `{"subjects_filter":"`+strings.Repeat(" ", maxLooked)+`"}`),
			{subject: "job.any.p0.@me.@new", header: protocolHeader + ": " + strings.Repeat("1", maxLooked)},
		}},
		{"have the hub drop one's own chunks that belong to no package: `discard.CHUNKS`", []try{{subject: "discard.@me-@new", refusal: "kept"}}},
		{"have the hub drop chunks of others, or chunks of a package", []try{
			{subject: "discard." + theirs + "-@new", refusal: "kept"}, {subject: "discard.@new", refusal: "kept"}, {subject: "discard." + strings.TrimPrefix(chunks, chunksSubject+"."), refusal: "kept"},
		}},
		{"have the hub make a queue: `furnish.QUEUE`", []try{{subject: "furnish.@new", refusal: "queue"}}},
		{"make a queue where no hub does: `$JS.API.CONSUMER.CREATE.JOBS.…`", []try{say(create+jobsStream+".@new-p0.job.@new.p0.*.*", queueRequest(""))}},
		{"have the hub make more than 200 queues", []try{{subject: "furnish.@new", refusal: "200 queues", many: maxQueues - 1}}},
		{"keep more than 256 consumers of packages on a connection", []try{
			{subject: create + blobsStream + ".@new." + chunks, text: consumer(blobsStream, chunks), many: maxConsumers},
		}},
		{"keep more than 256 consumers of workers on a connection", []try{
			{subject: create + "KV_workers.@new.$KV.workers.>", text: consumer("KV_workers", "$KV.workers.>"), many: maxConsumers},
		}},
	}
}

// site is where members meet a server, and a listener that hears everything that reaches it.
type site struct {
	name    string
	owner   *Bus
	witness *nats.Conn
	columns map[string]Access // of the table, by what stands above them
	chunks  string            // the subject of those of the package that is there
	serial  int               // of the last name that is new
}

func (s *site) prepare(t *testing.T, b *Bus, anna, lab Access) {
	t.Helper()
	ctx, quiet := t.Context(), slog.New(slog.DiscardHandler)
	person, err := Connect(ctx, anna, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(person.Close)
	worker, err := Connect(ctx, lab, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(worker.Close)
	err = errors.Join(person.PutBlob(ctx, "package", strings.NewReader(secretData)), person.Cancel(ctx, "r"), worker.Announce(ctx, "1", []byte("{}")))
	for _, name := range []string{"result." + theirs + ".r", "result.eve.r", "result.metered.r", "result.mallory.r", "spared." + theirs + ".r"} {
		_, err2 := b.js.Publish(ctx, name, []byte("1 1"))
		err = errors.Join(err, err2)
	}
	if err != nil {
		t.Fatal(err)
	}
	info, err := b.blobs.GetInfo(ctx, "package")
	if err != nil {
		t.Fatal(err)
	}
	s.owner, s.witness, s.chunks = b, b.conn, subject(chunksSubject, info.NUID)
}

// attempt does what a try says, by a connection of its own, and tells in a word of the table what came of it.
func (s *site) attempt(t *testing.T, a Access, r try) string {
	t.Helper()
	proof, public, err := a.proof()
	if err != nil {
		t.Fatal(err)
	}
	inbox := member{Name: a.Name, Public: public}.inbox()
	conn, err := nats.Connect(a.Address, proof, nats.NoReconnect(), nats.CustomInboxPrefix(inbox), nats.SkipSubjectValidation(), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fill := func() func(string) string {
		s.serial++
		return strings.NewReplacer("@me", a.Name, "@new", "new"+strconv.Itoa(s.serial), "@inbox", inbox+".delivered").Replace
	}
	refused := func() bool { return errors.Is(conn.LastError(), nats.ErrPermissionViolation) }
	if r.hears {
		if _, err := conn.SubscribeSync(fill()(r.subject)); err != nil {
			t.Fatal(err)
		}
		if err := conn.Flush(); err != nil {
			t.Fatal(err)
		}
		if refused() {
			return "server"
		}
		return "yes"
	}
	for _, to := range []string{".answer", ".delivered"} { // the server soon drops a consumer without a listener
		if _, err := conn.SubscribeSync(inbox + to); err != nil {
			t.Fatal(err)
		}
	}
	answers, err := conn.SubscribeSync(inbox + ".word")
	if err != nil {
		t.Fatal(err)
	}
	for range r.many {
		in := fill()
		if err := errors.Join(conn.PublishRequest(in(r.subject), answers.Subject, []byte(in(r.text))), conn.Flush()); err != nil {
			t.Fatal(err)
		}
		if refused() {
			return "server"
		}
		if answer, err := answers.NextMsg(time.Minute); err != nil || strings.Contains(string(answer.Data), `"error"`) {
			t.Fatalf("one of many: %v", err)
		}
	}
	in := fill()
	heard, err := s.witness.SubscribeSync(">")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = heard.Unsubscribe() }()
	m := &nats.Msg{Subject: in(r.subject), Reply: answers.Subject, Data: []byte(in(r.text))}
	if r.reply != "" {
		m.Reply = in(r.reply)
	}
	if name, value, found := strings.Cut(r.header, ": "); found {
		m.Header = nats.Header{name: {in(value)}}
	}
	if err := errors.Join(s.witness.Flush(), conn.Flush(), conn.PublishMsg(m)); err != nil {
		t.Fatal(err)
	}
	closed := conn.FlushTimeout(time.Minute)
	if err := s.witness.Flush(); err != nil {
		t.Fatal(err)
	}
	passed := false
	for pending, _, _ := heard.Pending(); pending > 0; pending-- {
		other, err := heard.NextMsg(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		passed = passed || other.Subject == m.Subject && other.Reply == m.Reply
	}
	switch {
	case passed && closed == nil:
	case passed:
		return "yes, and then: " + closed.Error()
	case closed != nil && !errors.Is(closed, nats.ErrTimeout):
		return "gate"
	case refused():
		return "server"
	default:
		return fmt.Sprintf("lost: %v, %v", closed, conn.LastError())
	}
	if !isAnswered(m.Subject) {
		return "yes"
	}
	answer, err := answers.NextMsg(time.Minute)
	switch {
	case err != nil:
		return "no answer: " + err.Error()
	case r.refusal != "" && strings.Contains(string(answer.Data), r.refusal):
		return "hub"
	case strings.Contains(string(answer.Data), `"error"`), strings.Contains(string(answer.Data), `"Error"`),
		answer.Header.Get("Status") != "" && answer.Header.Get("Status") != "404", strings.HasPrefix(m.Subject, "$JS.API.DIRECT.") && answer.Header.Get("Status") != "":
		return fmt.Sprintf("answered %s %v", answer.Data, answer.Header)
	}
	return "yes"
}

// intact sees that nothing of what others have was lost or changed.
func (s *site) intact(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	content, err := s.owner.Blob(ctx, "package")
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if text, err := io.ReadAll(content); string(text) != secretData || err != nil {
		t.Errorf("%s the package has %q, %v", s.name, text, err)
	}
	if result, found, err := s.owner.result(ctx, theirs, "r"); string(result) != "1 1" || !found || err != nil {
		t.Errorf("%s the result is %q, %t, %v", s.name, result, found, err)
	}
	for _, lane := range lanes() {
		queue, err := s.owner.js.Consumer(ctx, jobsStream, consumerName(AnyQueue, lane))
		if err != nil {
			t.Fatal(err)
		}
		if got := queue.CachedInfo().Config; got.AckWait != leaseTime || got.MaxDeliver != -1 || got.FilterSubject != queueConfig(AnyQueue, lane).FilterSubject {
			t.Errorf("%s the lane %s is %+v", s.name, lane, got)
		}
	}
}

// isAnswered reports whether a subject gets an answer.
func isAnswered(subject string) bool {
	for _, told := range []string{"wake.", "event.", "$JS.FC.", "$JS.ACK."} {
		if strings.HasPrefix(subject, told) {
			return false
		}
	}
	return true
}

// permissionsPage is the page with the table of what members may do.
const permissionsPage = "docs/results/cluster-permissions.md"

// documented is the table of permissionsPage: what each column says, by row.
func documented(t *testing.T) (rows map[string]map[string]string) {
	t.Helper()
	text, err := os.ReadFile("../../../" + permissionsPage)
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "\n| operation |")
	if !found {
		t.Fatal(permissionsPage + " has no table of operations")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	lines := strings.Split("| operation |"+table, "\n")
	cells := func(line string) (cells []string) {
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		return cells
	}
	columns := cells(lines[0])
	rows = map[string]map[string]string{}
	for _, line := range lines[2:] {
		row := map[string]string{}
		for i, cell := range cells(line) {
			row[columns[i]] = cell
		}
		if rows[row["operation"]] != nil {
			t.Errorf("%s: the row %q is there twice", permissionsPage, row["operation"])
		}
		rows[row["operation"]] = row
	}
	return rows
}

// What the table of permissionsPage allows a member reaches the server and is done, and an operation that it refuses reaches no other member. Each is
// refused by the part that the table names, at a hub and behind a gate before other servers.
func TestWhatMembersCanDo(t *testing.T) {
	rows := documented(t)
	for _, s := range []*site{hubSite(t), serversSite(t)} {
		for _, o := range operations(s.chunks) {
			row := rows[o.what]
			if row == nil {
				t.Errorf("%s has no row %q", permissionsPage, o.what)
				continue
			}
			if where := row["where"]; where != "" && where != s.name {
				continue
			}
			for column, access := range s.columns {
				t.Run(s.name+"/"+column+"/"+o.what, func(t *testing.T) {
					for _, r := range o.tries {
						if got := s.attempt(t, access, r); got != row[column] {
							t.Errorf("%s %.100q %s: %s, want %s", r.subject, r.text, r.header, got, row[column])
						}
					}
				})
			}
		}
		s.intact(t)
	}
	known := map[string]bool{}
	for _, o := range operations("") {
		known[o.what] = true
	}
	for what := range rows {
		if !known[what] {
			t.Errorf("%s has the row %q, which nothing tries", permissionsPage, what)
		}
	}
}

func hubSite(t *testing.T) *site {
	h := hub(t, nil)
	metered, err := h.options.Invite("metered", Person, Quota{Jobs: 1000, Bytes: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{name: atHub, columns: map[string]Access{
		"person": invitation(t, h, "eve", Person), "person with a quota": metered, "worker": invitation(t, h, "mallory", Worker),
	}}
	s.prepare(t, h.bus, invitation(t, h, theirs, Person), invitation(t, h, "lab", Worker))
	return s
}

func serversSite(t *testing.T) *site {
	address := foreign(t, fmt.Sprintf(`
jetstream { store_dir: "STORE/streams" }
accounts {
  JUDGE { jetstream: enabled, users: [
    { user: owner, password: "x" }
    { user: anna, password: "x", %s }
    { user: eve, password: "x", %s }
    { user: lab, password: "x", %s }
    { user: mallory, password: "x", %s }
  ] }
}`, permitted(t, theirs, Person), permitted(t, "eve", Person), permitted(t, "lab", Worker), permitted(t, "mallory", Worker)))
	quiet := slog.New(slog.DiscardHandler)
	direct := reach(t, "nats://owner:x@"+address, Owner)
	if err := Setup(t.Context(), direct, 1, quiet); err != nil {
		t.Fatal(err)
	}
	owner, err := Connect(t.Context(), direct, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(owner.Close)
	g, err := ServeGate(Options{Listen: "127.0.0.1:0", Log: quiet}, "nats://"+address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	at := func(user string, role Role) Access {
		return reach(t, strings.Replace(g.Address(), "://", "://"+user+":x@", 1), role)
	}
	s := &site{name: atServers, columns: map[string]Access{"person": at("eve", Person), "worker": at("mallory", Worker)}}
	s.prepare(t, owner, at(theirs, Person), at("lab", Worker))
	return s
}

// A gate reads no more of a message than it passes on, and no message that is too large; clients that go by what the server says send none.
func TestMessagesThatAreTooLarge(t *testing.T) {
	for _, line := range []string{"PUB wake.any 8388609", "HPUB wake.any 12 8388609", "PUB wake.any 99999999999999999999", "PUB wake.any -1", "HPUB wake.any 13 12"} {
		p := memberConn{from: bufio.NewReaderSize(strings.NewReader(line+"\r\nNATS/1.0\r\n\r\nx\r\n"), maxLine), to: bufio.NewWriter(io.Discard)}
		if err := p.next(); !errors.Is(err, errUnspoken) {
			t.Errorf("%s: %v", line, err)
		}
	}
}
