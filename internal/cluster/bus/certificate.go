//go:build !nohub

package bus

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"path/filepath"

	"grundy/internal/base/listen"
)

// identity is how the hub proves its identity to members.
func (o Options) identity() listen.Identity {
	return listen.Identity{
		Server: "the hub", Certificate: o.Certificate, Key: o.Key, Host: o.Host,
		Own: filepath.Join(o.Store, certificateName), Lost: "remove it, and invite all members again",
	}
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
