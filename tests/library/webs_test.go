package library_test

var webGames []comparison
