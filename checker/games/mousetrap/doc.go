// Package mousetrap holds the rules and the perfect play of the mousetrap game on a tree (CEOI 2017, "Mousetrap"): a hunter
// blocks and cleans passages, and a mouse must run through clean ones, which become dirty, until it is in the trap. The
// hunter wants to make few moves. Rooms and passages are counted from 0.
//
// The play is perfect from every position, and not only from those that good play leads to: a passage may be blocked or
// dirty anywhere. That the values are exact is compared with an exhaustive search from the rules in this package's tests,
// on all positions of all trees of up to seven rooms.
package mousetrap
