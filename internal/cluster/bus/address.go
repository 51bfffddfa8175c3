package bus

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/nats-io/nkeys"

	"grundy/internal/base/hint"
)

// addressHint shows the form of an address of NATS servers.
const addressHint = "write it as tls://a.example.org:4222,b.example.org:4222?creds=FILE&ca=FILE&name=NAME"

// IsAddress reports whether where is the address of NATS servers rather than the file of an invitation.
func IsAddress(where string) bool {
	return strings.HasPrefix(where, "nats://") || strings.HasPrefix(where, "tls://")
}

// Reach reads how to reach a hub: from the file of an invitation, or from the address of foreign NATS servers, where
// the member has the given role.
func Reach(where string, role Role) (Access, error) {
	if !IsAddress(where) {
		if scheme, _, isAddress := strings.Cut(where, "://"); isAddress {
			return Access{}, hint.Errorf(addressHint, "an address of NATS servers cannot begin with %s://", scheme)
		}
		return ReadAccess(where)
	}
	a, err := readAddress(where)
	if err != nil {
		return a, err
	}
	if a.Name == "" {
		return a, hint.Errorf("add it to the address: ?name=NAME", "the address does not give your name")
	}
	a.Role, a.foreign = role, true
	return a, a.check()
}

// readAddress reads an address with the credentials that it contains or names. Its errors show no password.
func readAddress(where string) (a Access, err error) {
	scheme, rest, _ := strings.Cut(where, "://")
	rest, query, _ := strings.Cut(rest, "?")
	more, err := url.ParseQuery(query)
	if err != nil {
		return a, hint.Errorf(addressHint, "the part after the ? is malformed")
	}
	var servers []string
	for server := range strings.SplitSeq(strings.TrimSuffix(rest, "/"), ",") {
		at, err := url.Parse(scheme + "://" + server)
		if err != nil || at.Hostname() == "" || at.Path != "" || at.Fragment != "" {
			return a, hint.Errorf(addressHint, "not an address of NATS servers")
		}
		if at.Port() == "" {
			at.Host = net.JoinHostPort(at.Hostname(), "4222")
		}
		if at.User != nil {
			a.User = at.User.Username()
			a.Password, _ = at.User.Password()
		}
		at.User = nil
		servers = append(servers, at.String())
	}
	a.Address = strings.Join(servers, ",")
	for name, values := range more {
		switch name {
		case "creds":
			a.Key, a.Credentials, err = readCredentials(values[0])
		case "ca":
			var text []byte
			text, err = os.ReadFile(values[0])
			a.Certificate = string(text)
		case "name":
			a.Name = values[0]
		default:
			err = hint.Errorf(addressHint, "unknown parameter %q after the ?", name)
		}
		if err != nil {
			return a, err
		}
	}
	if a.Name == "" {
		a.Name = a.User
		if a.Credentials != "" {
			a.Name = nameIn(a.Credentials)
		}
	}
	return a, nil
}

// readCredentials reads a file with the seed of an nkey, or with a JWT and its seed.
func readCredentials(file string) (key, credentials string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", "", err
	}
	key = strings.TrimSpace(string(text))
	if _, err := nkeys.FromSeed([]byte(key)); err == nil {
		return key, "", nil
	}
	jwt, err := nkeys.ParseDecoratedJWT(text)
	if err == nil {
		_, err = nkeys.ParseDecoratedNKey(text)
	}
	if err != nil || len(strings.Split(jwt, ".")) != 3 {
		return "", "", hint.Errorf("ask the operator of the servers for one: nsc generate creds, or nk -gen user", "%s: not a NATS credentials file", file)
	}
	return "", string(text), nil
}

// nameIn returns the user name in the JWT of credentials, or "" if it is not a valid member name.
func nameIn(credentials string) string {
	jwt, err := nkeys.ParseDecoratedJWT([]byte(credentials))
	if err != nil {
		return ""
	}
	parts := strings.Split(jwt, ".")
	if len(parts) != 3 {
		return ""
	}
	var claims struct{ Name string }
	if text, err := base64.RawURLEncoding.DecodeString(parts[1]); err != nil || json.Unmarshal(text, &claims) != nil || !IsName(claims.Name) {
		return ""
	}
	return claims.Name
}

// servers splits the address into its servers.
func (a Access) servers() ([]*url.URL, error) {
	var servers []*url.URL
	for text := range strings.SplitSeq(a.Address, ",") {
		server, err := url.Parse(text)
		if err != nil || server.Port() == "" {
			return nil, hint.Errorf(inviteHint, "%q is not the address of a hub", text)
		}
		servers = append(servers, server)
	}
	return servers, nil
}

// checkServers returns the servers of an address. None of them may be reached unencrypted beyond this machine.
func (a Access) checkServers() ([]*url.URL, error) {
	servers, err := a.servers()
	if err != nil {
		return nil, err
	}
	for _, server := range servers {
		if server.Scheme != "tls" && (server.Scheme != "nats" || !isLoopback(server.Hostname())) {
			return nil, hint.Errorf("put tls:// before it", "%s: an unencrypted hub can be reached on its own machine only", server)
		}
	}
	return servers, nil
}

// encryption returns the TLS settings of the connection to the hub, or nil for none.
func (a Access) encryption() (*tls.Config, error) {
	if !a.isEncrypted() {
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS13}
	if a.Certificate != "" {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM([]byte(a.Certificate)) {
			return nil, hint.Errorf(inviteHint, "the certificate for %s is invalid", a.Address)
		}
	}
	return config, nil
}

// isEncrypted reports whether connections to all servers of the address are encrypted.
func (a Access) isEncrypted() bool {
	servers, err := a.servers()
	return err == nil && !slices.ContainsFunc(servers, func(u *url.URL) bool { return u.Scheme != "tls" })
}

// inConfiguration formats a list of subjects for the configuration of a NATS server.
func inConfiguration(subjects []string) string {
	var text strings.Builder
	for _, s := range subjects {
		fmt.Fprintf(&text, "    %q\n", s)
	}
	return text.String()
}

// Rights returns the permissions that the operator of NATS servers must grant a member, as a block of their
// configuration.
func Rights(name string, role Role) (string, error) {
	if !IsName(name) {
		return "", hint.Errorf(nameHint, "%q is no name of a member", name)
	}
	may := member{Name: name, Role: role}.permissions()
	if role != Person {
		may.publish = append(may.publish, "$JS.API.CONSUMER.CREATE."+jobsStream+".*.job.*.*.*.*") // no hub makes queues for it
	}
	return fmt.Sprintf("permissions {\n  publish { allow: [\n%s  ] }\n  subscribe { allow: [\n%s  ] }\n}\n",
		inConfiguration(may.publish), inConfiguration(may.subscribe)), nil
}
