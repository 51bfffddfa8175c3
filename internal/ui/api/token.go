package api

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"io"
	"net/http"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
)

// Token admits a client.
type Token struct {
	// Name is how metrics call the client.
	Name   string
	Secret string
	// Requests is how many requests to judge the client may have at a time.
	Requests int
}

// defaultRequests is the quota of a token without its own, and leastSecret the length of a secret that cannot be guessed.
const (
	defaultRequests = 16
	leastSecret     = 16
)

// NewToken returns a token with a new secret.
func NewToken() Token { return Token{Name: "default", Secret: rand.Text(), Requests: maxRequests} }

// ReadTokens reads tokens: a line has a name, a secret and, if wanted, a quota.
func ReadTokens(from io.Reader) ([]Token, error) {
	const remedy = "write a line for each client: NAME SECRET [REQUESTS]"
	var tokens []Token
	known := map[string]bool{}
	lines := bufio.NewScanner(from)
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) < 2 || len(words) > 3 {
			return nil, hint.Errorf(remedy, "line %d: want two or three words, got %d", number, len(words))
		}
		token := Token{Name: words[0], Secret: words[1], Requests: defaultRequests}
		if len(words) == 3 {
			n, err := strconv.Atoi(words[2])
			if err != nil || n < 1 {
				return nil, hint.Errorf(remedy, "line %d: want a number of requests, got %q", number, words[2])
			}
			token.Requests = n
		}
		switch {
		case len(token.Secret) < leastSecret:
			return nil, hint.Errorf("openssl rand -hex 16 makes one", "line %d: the secret of %s has less than %d characters", number, token.Name, leastSecret)
		case known[token.Name]:
			return nil, hint.Errorf(remedy, "line %d: a line before names %s, too", number, token.Name)
		}
		known[token.Name] = true
		tokens = append(tokens, token)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(tokens) == 0 {
		return nil, hint.Errorf(remedy, "no token")
	}
	return tokens, nil
}

// tokenOf returns the token of a request, nil if it has none that is known.
func (s *Server) tokenOf(r *http.Request) *client {
	given, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !isBearer {
		return nil
	}
	// Of sums, so that the time does not depend on the length either.
	sum := sha256.Sum256([]byte(given))
	var found *client
	for _, c := range s.clients {
		known := sha256.Sum256([]byte(c.Secret))
		if subtle.ConstantTimeCompare(sum[:], known[:]) == 1 {
			found = c
		}
	}
	return found
}
