// Package oddstones holds the rules and the perfect play of the odd stones. A move takes from 1 to K stones of one
// pile with an odd number of stones. When the pile is gone, exactly one of the two players has taken an even number
// in all. The rules of a game say whether that player wins or the other one.
//
// The game is from "Game Theory and the Sprague-Grande Function" (https://habr.com/ru/post/124856/), which solves K =
// 4 by a period found by inspection. The problem's solution text derives and proves the period and the lost positions
// for every K. The tests of this package compare them with an exhaustive search.
package oddstones
