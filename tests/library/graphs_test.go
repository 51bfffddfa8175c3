package library_test

var graphGames []comparison
