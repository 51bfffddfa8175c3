// Package compound holds the rules and the perfect play of compound games: several games of one token each, on a
// directed graph without cycles, are played at the same time. A component whose token cannot move any more is
// finished.
//
// The twelve compounds are those of Conway, "On Numbers and Games", chapter 14, and of Smith, "Graphs and composite
// games" (1966): three ways to move, two ways to end, and the normal and the misère convention. A thirteenth rule,
// "some but not all", comes from the slides "Disjunctive and Selective Compound Games".
package compound
