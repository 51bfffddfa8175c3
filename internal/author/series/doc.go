// Package series makes inputs of one kind in many sizes, to measure how a solution's time grows with them. A package says
// how its largest inputs are made; series has its generators make smaller ones by the same commands, with those arguments
// scaled down that the size depends on.
//
//	kinds, err := series.Make(ctx, judge, p, folder)
//
// Those of a kind are alike but for their size. The cases have no answers. It does not know what they are for.
package series
