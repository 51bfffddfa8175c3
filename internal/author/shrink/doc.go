// Package shrink reduces an input that makes something fail to a small one that still does. It knows how inputs of
// contest problems are built (counts with their lists, test cases, grids, permutations, trees and graphs, numbers,
// strings) but no particular format: it guesses what the numbers may mean, proposes smaller inputs, and asks
// whether they still fail. A wrong guess only costs a question. It does not know what failing means, nor who
// judges.
//
// Every accepted candidate is smaller than the one before in a single total order: fewer bytes, then fewer tokens,
// then smaller tokens from the left. So the search ends, and its result is minimal: no step reduces it further.
package shrink
