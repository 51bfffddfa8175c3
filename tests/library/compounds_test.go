package library_test

var compoundGames []comparison
