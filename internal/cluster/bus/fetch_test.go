//go:build !nohub

package bus

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// describe writes what is known of a blob, whether it is so or not.
func describe(t *testing.T, b *Bus, info jetstream.ObjectInfo) {
	t.Helper()
	text, err := json.Marshal(info)
	if err == nil {
		err = b.putMeta(t.Context(), base64.URLEncoding.EncodeToString([]byte(info.Name)), text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// forged is what is known of a blob of which so many pieces are to come.
func forged(chunks string, pieces uint32, size uint64) jetstream.ObjectInfo {
	return jetstream.ObjectInfo{ObjectMeta: jetstream.ObjectMeta{Name: "package"}, Bucket: blobsBucket, NUID: chunks, Chunks: pieces, Size: size}
}

// A worker is not kept by a package of which pieces are lacking, or do not come any more; it tells that the package is to be sent again.
func TestABlobThatDoesNotComeIsGivenUp(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	ctx := t.Context()
	lab.silence = 50 * time.Millisecond
	for name, info := range map[string]jetstream.ObjectInfo{
		"no piece is there":       forged("nothing", 1, 10),
		"one of two is":           forged("one", 2, 10),
		"it is said to be longer": forged("one", 1, 10),
		"it has no name":          forged("", 1, 10),
		"it has that of all":      forged(">", 1, 10),
		"it has that of another":  forged("a.b", 1, 10),
		"it is another object":    {ObjectMeta: jetstream.ObjectMeta{Name: "package", Opts: &jetstream.ObjectMetaOptions{Link: &jetstream.ObjectLink{Bucket: blobsBucket, Name: "package"}}}, Bucket: blobsBucket},
	} {
		if err := anna.putChunk(ctx, "one", []byte("12345")); err != nil {
			t.Fatal(err)
		}
		describe(t, anna, info)
		content, err := lab.Blob(ctx, "package")
		if err == nil {
			_, err = io.ReadAll(content)
			content.Close()
		}
		if !errors.Is(err, ErrNoBlob) {
			t.Errorf("%s: %v", name, err)
		}
		if err := h.bus.purge(ctx, blobsStream, chunksSubject+".one"); err != nil {
			t.Fatal(err)
		}
	}
	// The waiting client sends it again, which heals it, whatever another member writes behind it.
	if err := anna.PutBlob(ctx, "package", strings.NewReader("whole")); err != nil {
		t.Fatal(err)
	}
	info, err := anna.blobs.GetInfo(ctx, "package")
	if err != nil {
		t.Fatal(err)
	}
	if err := anna.putChunk(ctx, info.NUID, []byte(" and more")); err != nil {
		t.Fatal(err)
	}
	content, err := lab.Blob(ctx, "package")
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if text, err := io.ReadAll(content); string(text) != "whole" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

// A blob may take as long as it wants, if only something comes.
func TestABlobThatComesSlowlyIsFetched(t *testing.T) {
	t.Parallel()
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	ctx := t.Context()
	lab.silence = 4 * time.Second
	const pieces = 6
	describe(t, anna, forged("slow", 1, pieces))
	if err := anna.putChunk(ctx, "slow", []byte("x")); err != nil {
		t.Fatal(err)
	}
	content, err := lab.Blob(ctx, "package")
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	for i := range pieces {
		if _, err := io.ReadFull(content, make([]byte, 1)); err != nil {
			t.Fatalf("piece %d: %v", i, err)
		}
		time.Sleep(lab.silence / 4)
		if err := anna.putChunk(ctx, "slow", []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := content.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("behind it is %d, %v", n, err)
	}
}

// Who waits for a blob and is not to wait any more does not; and a hub that is away is no blob that is lost.
func TestAFetchEndsWithItsContext(t *testing.T) {
	h := hub(t, nil)
	anna, lab := join(t, h, "anna", Person), join(t, h, "lab", Worker)
	lab.silence = time.Hour
	describe(t, anna, forged("one", 1, 10))
	if err := anna.putChunk(t.Context(), "one", []byte("12345")); err != nil {
		t.Fatal(err)
	}
	unwanted := errors.New("nobody wants it")
	ctx, cancel := context.WithCancelCause(t.Context())
	content, err := lab.Blob(ctx, "package")
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if _, err := io.ReadFull(content, make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	cancel(unwanted)
	if _, err := content.Read(make([]byte, 1)); !errors.Is(err, unwanted) {
		t.Errorf("got %v", err)
	}
	lab.silence = time.Millisecond
	content, err = lab.Blob(t.Context(), "package")
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	lab.conn.Close()
	if _, err := io.ReadAll(content); errors.Is(err, ErrNoBlob) || err == nil {
		t.Errorf("got %v", err)
	}
}
