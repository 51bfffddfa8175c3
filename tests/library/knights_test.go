package library_test

var knightGames []comparison
