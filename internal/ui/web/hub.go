package web

import (
	"context"
	"net/http"

	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
)

// hubPath is the path of the hub's page.
const hubPath = "hub"

// Hub reports the status of the user's hub.
type Hub interface {
	Look(ctx context.Context) (cluster.View, error)
}

// hubPage is the page with the status of the hub, or why it is unknown.
type hubPage struct {
	cluster.View
	Fault *fault
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

// hub shows the status of the hub.
func (s *Server) hub(r *http.Request) (view, error) {
	return view{Title: "Hub", Template: "hub", Data: s.lookAtHub(r)}, nil
}

// hubPiece sends the changing part of the page, or that it is unchanged.
func (s *Server) hubPiece(w http.ResponseWriter, r *http.Request) {
	piece(w, r, "at-hub", s.lookAtHub(r))
}

func (s *Server) lookAtHub(r *http.Request) hubPage {
	seen, err := s.Hub.Look(r.Context())
	if err != nil {
		wrong := faultOf(err)
		return hubPage{Fault: &wrong}
	}
	return hubPage{View: seen}
}
