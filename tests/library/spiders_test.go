package library_test

var spiderGames []comparison
