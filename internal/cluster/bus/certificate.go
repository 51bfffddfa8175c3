//go:build !nohub

package bus

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
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// ownCertificateTime is the validity of a certificate that a hub makes for itself. Invitations contain it, so it must
// not change.
const ownCertificateTime = 10 * 365 * 24 * time.Hour

// certificate returns the certificate by which the hub proves its identity: that of the files, or its own, which it
// makes once.
func (o Options) certificate() (tls.Certificate, error) {
	if o.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(o.Certificate, o.Key)
		if err != nil {
			return pair, hint.Errorf("name the files of a certificate and its key, as PEM", "the certificate of the hub: %w", err)
		}
		return pair, nil
	}
	file := filepath.Join(o.Store, certificateName)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = o.makeCertificate(); err == nil {
			err = fsutil.Replace(file, 0o600, fsutil.Text(text))
		}
	}
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("the certificate of the hub: %w", err)
	}
	pair, err := tls.X509KeyPair(text, text)
	if err != nil {
		return pair, hint.Errorf("remove it, and invite all members again", "%s: %w", file, err)
	}
	return pair, nil
}

// warnOf warns of a certificate that is invalid now or will expire soon: members would reject the hub.
func (o Options) warnOf(c *x509.Certificate) {
	const soon = 14 * 24 * time.Hour
	now, remedy := time.Now(), "renew the files that --tls names, and restart the hub"
	switch {
	case now.Before(c.NotBefore), now.After(c.NotAfter):
		o.Log.Warn("the certificate of the hub is not valid now, so no member can connect", "from", c.NotBefore, "until", c.NotAfter, "remedy", remedy)
	case now.Add(soon).After(c.NotAfter):
		o.Log.Warn("the certificate of the hub expires soon", "on", c.NotAfter, "remedy", remedy)
	}
}

// makeCertificate makes a self-signed certificate, and its key, for the host by which members reach the hub.
func (o Options) makeCertificate(change ...func(*x509.Certificate)) ([]byte, error) {
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
		SerialNumber: serial, Subject: pkix.Name{CommonName: "grundy hub"},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(ownCertificateTime), // clocks may differ
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	if address := net.ParseIP(o.Host); address != nil {
		template.IPAddresses = []net.IP{address}
	} else {
		template.DNSNames = []string{o.Host}
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

// known returns the certificate as invitations contain it, or "" if every system trusts it anyway.
func known(pair tls.Certificate, host string) string {
	leaf, err := x509.ParseCertificate(pair.Certificate[0])
	if err != nil {
		return ""
	}
	between := x509.NewCertPool()
	for _, raw := range pair.Certificate[1:] {
		if certificate, err := x509.ParseCertificate(raw); err == nil {
			between.AddCert(certificate)
		}
	}
	if _, err := leaf.Verify(x509.VerifyOptions{DNSName: host, Intermediates: between}); err == nil {
		return ""
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]}))
}
