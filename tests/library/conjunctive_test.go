package library_test

var conjunctiveGames []comparison
