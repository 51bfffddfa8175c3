// Package probe measures how fast a machine is, so that machines whose times compare can be told from others. No factor would do:
// how two machines differ depends on the kind of work, so there are six kinds, and machines are alike when all of them are.
//
// It knows nothing of clusters.
package probe
