package namespaces

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// TestEveryFieldIsTransferred finds fields that transfer leaves out: every field of a message must arrive.
func TestEveryFieldIsTransferred(t *testing.T) {
	t.Run("setup", rapid.MakeCheck(func(t *rapid.T) { transferred(t, rapid.Make[setup]().Draw(t, "message"), new(setup)) }))
	t.Run("request", rapid.MakeCheck(func(t *rapid.T) { transferred(t, rapid.Make[request]().Draw(t, "message"), new(request)) }))
	t.Run("reply", rapid.MakeCheck(func(t *rapid.T) { transferred(t, rapid.Make[reply]().Draw(t, "message"), new(reply)) }))
	t.Run("an empty list", func(t *testing.T) {
		var got request
		if err := decode(&got, encode(&request{Args: []string{}})); err != nil || got.Args != nil {
			t.Errorf("arrived as %#v, %v, want nil", got.Args, err)
		}
	})
}

func transferred[T any](t *rapid.T, sent T, received message) {
	packet := encode(any(&sent).(message))
	if err := decode(received, packet); err != nil {
		t.Fatal(err)
	}
	got := reflect.ValueOf(received).Elem().Interface()
	if diff := cmp.Diff(any(sent), got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("sent and received differ (-sent +received):\n%s", diff)
	}
	for cut := range packet {
		if decode(received, packet[:cut]) == nil {
			t.Fatalf("accepted the first %d of %d bytes", cut, len(packet))
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(&request{Args: []string{"/bin/true"}, Mounts: []bind{{Host: "/a", Path: "/b"}}}))
	f.Add(cancelMessage)
	f.Fuzz(func(t *testing.T, packet []byte) {
		for _, m := range []message{new(setup), new(request), new(reply)} {
			if decode(m, packet) != nil {
				continue
			}
			again := reflect.New(reflect.TypeOf(m).Elem()).Interface().(message)
			if err := decode(again, encode(m)); err != nil || !reflect.DeepEqual(m, again) {
				t.Errorf("%T %+v came back as %+v, %v", m, m, again, err)
			}
		}
	})
}
