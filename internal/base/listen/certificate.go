package listen

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"os"
	"strings"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// Identity is how a server proves who it is.
type Identity struct {
	// Server is how messages call the server: "the hub".
	Server string
	// Certificate and Key are PEM files; "" means a certificate that the server makes itself for Host and keeps, with its
	// key, in Own.
	Certificate, Key string
	Host, Own        string
	// Lost is the remedy for a file Own that is damaged.
	Lost string
}

// ownTime is the validity of a certificate that a server makes for itself. Its clients keep a copy, so it must not change.
const ownTime = 10 * 365 * 24 * time.Hour

// SplitFiles takes the two files of --tls apart; files is "" without that flag.
func SplitFiles(files string) (certificate, key string, err error) {
	certificate, key, found := strings.Cut(files, ",")
	if files != "" && !found {
		return "", "", hint.Errorf("write --tls CERT,KEY", "--tls %q: want two files", files)
	}
	return certificate, key, nil
}

// Pair returns the certificate with its key: that of the files, or the own one, which it makes once. It warns of one that
// clients reject.
func (i Identity) Pair(log *slog.Logger) (tls.Certificate, error) {
	pair, err := i.read()
	if err == nil {
		i.warn(log, pair.Leaf)
	}
	return pair, err
}

func (i Identity) read() (tls.Certificate, error) {
	if i.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(i.Certificate, i.Key)
		if err != nil {
			return pair, hint.Errorf("name the files of a certificate and its key, as PEM", "the certificate of %s: %w", i.Server, err)
		}
		return pair, nil
	}
	text, err := os.ReadFile(i.Own)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = i.Make(); err == nil {
			err = fsutil.Replace(i.Own, 0o600, fsutil.Text(text))
		}
	}
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("the certificate of %s: %w", i.Server, err)
	}
	pair, err := tls.X509KeyPair(text, text)
	if err != nil {
		return pair, hint.Errorf(i.Lost, "%s: %w", i.Own, err)
	}
	return pair, nil
}

// warn warns of a certificate that is invalid now or will expire soon.
func (i Identity) warn(log *slog.Logger, c *x509.Certificate) {
	const soon = 14 * 24 * time.Hour
	now, remedy := time.Now(), "renew the files that --tls names, and restart "+i.Server
	switch {
	case now.Before(c.NotBefore), now.After(c.NotAfter):
		log.Warn("the certificate of "+i.Server+" is not valid now, so no client can connect", "from", c.NotBefore, "until", c.NotAfter, "remedy", remedy)
	case now.Add(soon).After(c.NotAfter):
		log.Warn("the certificate of "+i.Server+" expires soon", "on", c.NotAfter, "remedy", remedy)
	}
}

// Make makes a self-signed certificate, and its key, for the host.
func (i Identity) Make(change ...func(*x509.Certificate)) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "grundy " + strings.TrimPrefix(i.Server, "the ")},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(ownTime), // clocks may differ
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	if address := net.ParseIP(i.Host); address != nil {
		template.IPAddresses = []net.IP{address}
	} else {
		template.DNSNames = []string{i.Host}
	}
	for _, do := range change {
		do(template)
	}
	made, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return append(
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...), nil
}
