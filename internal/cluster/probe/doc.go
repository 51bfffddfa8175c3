// Package probe measures the speed of a machine, to find machines with comparable times. A single factor would not do:
// machines differ depending on the kind of work. So there are six kinds of work, and machines are similar if all six
// times are.
//
// It knows nothing of clusters.
package probe
