// Package programs has programs answer the grids of laboratories, and play games against interactors. They run as jobs.
package programs
