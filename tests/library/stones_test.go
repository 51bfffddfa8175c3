package library_test

var stoneGames []comparison
