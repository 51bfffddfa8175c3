// Package hub is the page with the status of the user's hub.
package hub

import (
	"context"
	"net/http"

	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/ui/web/site"
)

// Section is the page in the navigation.
var Section = site.Section{Path: "hub", Name: "Hub", Key: "u"}

// Status reports the status of the user's hub.
type Status interface {
	Look(ctx context.Context) (cluster.View, error)
}

// Hub shows the status of the user's hub.
type Hub struct {
	*site.Site
	Status Status
}

// Register adds the page.
func (s *Hub) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /"+Section.Path, s.Page(s.hub))
	mux.HandleFunc("GET /api/hub", s.hubPiece)
}

// hubPage is the page with the status of the hub, or why it is unknown.
type hubPage struct {
	cluster.View
	Fault *site.Fault
}

// Holds describes the jobs of a lane.
func (hubPage) Holds(l bus.Lane) string {
	switch l {
	case bus.First:
		return "of who has no other one"
	case bus.Second:
		return "of who has one or two"
	case bus.Third:
		return "of who has more"
	}
	return "whole packages, and mutants"
}

// hub is the page.
func (s *Hub) hub(r *http.Request) (site.View, error) {
	return site.View{Title: "Hub", Template: "hub", Data: s.lookAtHub(r)}, nil
}

// hubPiece sends the changing part of the page, or that it is unchanged.
func (s *Hub) hubPiece(w http.ResponseWriter, r *http.Request) {
	site.Piece(w, r, "at-hub", s.lookAtHub(r))
}

func (s *Hub) lookAtHub(r *http.Request) hubPage {
	seen, err := s.Status.Look(r.Context())
	if err != nil {
		wrong := site.FaultOf(err)
		return hubPage{Fault: &wrong}
	}
	return hubPage{View: seen}
}
