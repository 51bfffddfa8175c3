package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestReach(t *testing.T) {
	there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/index/db.json" {
			http.NotFound(w, r)
		}
	}))
	defer there.Close()
	forbidden := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer forbidden.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	for url, want := range map[string]bool{there.URL: true, forbidden.URL: false, gone.URL: false, "http://[": false} {
		if err := reach(url); (err == nil) != want {
			t.Errorf("%s: %v", url, err)
		}
	}
}
