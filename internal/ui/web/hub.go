package web

import (
	"context"
	"net/http"

	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
)

// hubPath is where the page of the hub lies.
const hubPath = "hub"

// Hub tells how the hub stands that a person uses.
type Hub interface {
	Look(ctx context.Context) (cluster.View, error)
}

// atHub is the page of how the hub stands, or why that is not known.
type atHub struct {
	cluster.View
	Fault *fault
}

// Holds says what jobs a lane has.
func (atHub) Holds(l bus.Lane) string {
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

// hub shows how the hub stands.
func (s *Server) hub(r *http.Request) (view, error) {
	return view{Title: "Hub", Template: "hub", Data: s.lookAtHub(r)}, nil
}

// hubPiece sends the part of the page that changes, or that it has not.
func (s *Server) hubPiece(w http.ResponseWriter, r *http.Request) {
	piece(w, r, "at-hub", s.lookAtHub(r))
}

func (s *Server) lookAtHub(r *http.Request) atHub {
	seen, err := s.Hub.Look(r.Context())
	if err != nil {
		wrong := faultOf(err)
		return atHub{Fault: &wrong}
	}
	return atHub{View: seen}
}
