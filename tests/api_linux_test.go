package tests

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"grundy/tests/suite"
)

// apiService is a service that a test started, and what it printed.
type apiService struct {
	command       *exec.Cmd
	address, next string // the first line, and the second
}

func startAPI(t *testing.T, dir string, args ...string) apiService {
	t.Helper()
	s := apiService{command: grundy(t, dir, append([]string{"api"}, args...)...)}
	s.command.Stderr = os.Stderr
	printed, err := s.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.command.Process.Kill(); _ = s.command.Wait() })
	lines := bufio.NewReader(printed)
	for _, line := range []*string{&s.address, &s.next} {
		text, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		*line = strings.TrimSpace(text)
	}
	return s
}

// ask sends a request with a token, and returns the status and the body of the answer.
func ask(t *testing.T, client *http.Client, method, address, token, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// TestAPIKilled checks that a service that follows one that was killed says what became of its jobs.
func TestAPIKilled(t *testing.T) {
	needsLanguages(t, "bash")
	dir := t.TempDir()
	s := startAPI(t, dir, "--port", "0")
	const endless = `{"id":"a","language":"bash","source":"while :; do :; done","options":{"time_limit_seconds":60},` +
		`"problem":{"cases":[{"input":"1","answer":"1"}]}}`
	status, text := ask(t, http.DefaultClient, "POST", s.address+"/v1/jobs", s.next, endless)
	if status != http.StatusAccepted {
		t.Fatalf("got %d, %s", status, text)
	}
	_, id, _ := strings.Cut(text, `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.command.Wait()
	s = startAPI(t, dir, "--port", "0")
	status, text = ask(t, http.DefaultClient, "GET", s.address+"/v1/jobs/"+id, s.next, "")
	if status != http.StatusOK || !strings.Contains(text, `"state":"failed"`) || !strings.Contains(text, "the service ended before the job did") {
		t.Errorf("got %d, %s", status, text)
	}
}

// TestAPIBeyondMachine checks that a service that other machines reach proves who it is by the certificate that it prints, and
// admits only clients with a secret.
func TestAPIBeyondMachine(t *testing.T) {
	const secret = "0123456789abcdef"
	dir := t.TempDir()
	suite.WriteAll(t, dir, map[string]string{"tokens": "anna " + secret + "\n"})
	s := startAPI(t, dir, "--listen", "0.0.0.0:0", "--public-host", "localhost", "--tokens", filepath.Join(dir, "tokens"))
	certificate, err := os.ReadFile(s.next)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	if !trusted.AppendCertsFromPEM(certificate) {
		t.Fatalf("%s holds no certificate", s.next)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	defer client.CloseIdleConnections()
	if !strings.HasPrefix(s.address, "https://localhost:") {
		t.Errorf("the address is %s", s.address)
	}
	for token, want := range map[string]int{secret: http.StatusOK, "": http.StatusUnauthorized} {
		if status, text := ask(t, client, "GET", s.address+"/v1/languages", token, ""); status != want {
			t.Errorf("with the token %q: %d, %s", token, status, text)
		}
	}
	if response, err := http.Get(s.address + "/v1/health"); err == nil {
		response.Body.Close()
		t.Error("a client that does not know the certificate trusts it")
	}
	plain := strings.Replace(s.address, "https", "http", 1)
	if status, text := ask(t, http.DefaultClient, "GET", plain+"/v1/languages", secret, ""); status != http.StatusBadRequest {
		t.Errorf("without encryption: %d, %s", status, text)
	}
}
