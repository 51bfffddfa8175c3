package library_test

import "testing"

var firstGames = []comparison{
	{
		problem: "nim", solution: "nim.go", bruteForce: "exhaustive.py",
		instance: heaps, instances: 300, judge: sameOutput,
	},
	{
		problem: "wallgame", solution: "wallgame.go", bruteForce: "all_walls.go",
		instance: board, instances: 600, judge: sameOutput,
	},
	{
		problem: "wallgamebuild", solution: "wallgamebuild.go", bruteForce: "all_walls.go",
		instance: board, instances: 600,
		judge: func(t *testing.T) judge {
			return outputValidator(t, "problems/wallgamebuild/output_validator/check.go")
		},
	},
	{
		problem: "mousetrap", solution: "mousetrap.go", bruteForce: "game_search.go",
		instance: maze, instances: 600, judge: sameOutput,
	},
}
