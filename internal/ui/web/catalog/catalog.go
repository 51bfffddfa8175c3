// Package catalog knows the problems and the user's solutions that have a page, by the IDs in addresses.
package catalog

import (
	"context"
	"sync"

	"grundy/internal/store/workspace"
)

// Catalog contains the problems of the library and of the inbox, and the user's solutions of them.
type Catalog struct {
	Workspace *workspace.Workspace
	// Solutions is the directory in which solutions are started, absolute: those of a problem lie in a directory with
	// its name.
	Solutions string
	// Lifetime ends with the server: what pages open and begin lasts as long.
	Lifetime context.Context

	// known are the packages that pages show, known by ID.
	known sync.Map
	// writing is held while a file is compared and written.
	writing sync.Mutex
}
