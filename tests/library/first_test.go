package library_test

import "testing"

var firstGames = []comparison{
	{
		problem: "nim", solution: "nim.go", bruteForce: "exhaustive.py",
		tiny: tinyHeaps, instance: heaps, instances: 1000, judge: sameOutput,
	},
	{
		problem: "wallgame", solution: "wallgame.go", bruteForce: "all_walls.go",
		tiny: tinyBoards, instance: board, instances: 2000, judge: sameOutput,
	},
	{
		problem: "wallgamebuild", solution: "wallgamebuild.go", bruteForce: "all_walls.go",
		tiny: tinyBoards, instance: board, instances: 2000,
		judge: func(t *testing.T) judge {
			return outputValidator(t, "problems/wallgamebuild/output_validator/check.go")
		},
	},
	{
		problem: "mousetrap", solution: "mousetrap.go", bruteForce: "game_search.go",
		tiny: tinyMazes, instance: maze, instances: 2000, judge: sameOutput,
	},
}
