package library_test

var heapGames []comparison
