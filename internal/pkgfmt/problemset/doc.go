// Package problemset reads folders of packages: the problem sets of contests. It knows which packages belong to a set, in
// which order, and under which labels and colours; it opens none of them.
package problemset
