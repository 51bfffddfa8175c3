package play

// The games, by the UUIDs of the problems in which they are played.
const (
	nimDuel       = "8152979a-4dcf-4a9e-9de8-a5078d3c24bd"
	oddStonesDuel = "2bd6b082-5aea-4556-9c84-f1826a696cd0"
	mousetrapDuel = "57812325-060e-4073-b105-e8eb87059697"
	compoundDuel  = "5546fb74-c684-4730-beb8-10c694c814b3"
	spidersDuel   = "af2d4fbf-acf2-49f3-88d3-31fbb2f06f6f"
	spidersWebs   = "ab557074-82bb-4ea5-a477-493983ddf37a"
)

// tables are the known games, by the UUID of the problem: names are not unique.
var tables = map[string]func() Table{
	nimDuel:       newNim,
	oddStonesDuel: newOddStones,
	mousetrapDuel: newMousetrap,
	compoundDuel:  newCompound,
	spidersDuel:   newSpiders,
	spidersWebs:   newSpidersWeb,
}

// TableOf returns the constructor of tables for the problem with a UUID; nil if its game is unknown.
func TableOf(uuid string) func() Table { return tables[uuid] }
