package library_test

var mouseGames []comparison
