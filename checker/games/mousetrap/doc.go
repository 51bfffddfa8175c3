// Package mousetrap holds the rules and the perfect play of the mousetrap game on a tree (CEOI 2017, "Mousetrap"). A
// hunter blocks and cleans passages. A mouse must run through clean passages, which become dirty, until it is in the
// trap. The hunter wants to make few moves. Rooms and passages are counted from 0.
//
// The play is perfect from every position, not only from those that good play leads to: any passage may be blocked or
// dirty. The package's tests compare the values with an exhaustive search from the rules, on all positions of all
// trees of up to seven rooms.
package mousetrap
