package namespaces

import (
	"context"
	"os"
	"testing"

	"grundy/internal/sandbox"
)

func TestMain(m *testing.M) {
	Init()
	os.Exit(m.Run())
}

func TestSmoke(t *testing.T) {
	host, err := New(Options{Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(host.Tier(), host.Reason())
	box, err := host.Open(context.Background(), sandbox.Config{Name: "0", Core: 0})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { t.Log(box.Close(), host.Close()) }()
	out, _ := os.CreateTemp(t.TempDir(), "out")
	res, err := box.Run(context.Background(), sandbox.Spec{Args: []string{"sh", "-c", "id; ls -la / /box /box/* /dev /proc /etc; pwd; cat /proc/self/mountinfo; ls /proc/1; touch x; touch /x; cat /proc/self/status"}, Stdout: out, Stderr: out, Env: []string{"PATH=/usr/bin:/bin"}})
	t.Logf("%+v %v", res, err)
	data, _ := os.ReadFile(out.Name())
	t.Log(string(data))
}
