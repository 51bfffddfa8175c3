package play

// tables are the games that are known, by the UUID of the problem: a name may be anybody's.
var tables = map[string]func() Table{
	"8152979a-4dcf-4a9e-9de8-a5078d3c24bd": newNim,
}

// TableOf makes the tables of a problem with a UUID; it is nil for a problem whose game is not known.
func TableOf(uuid string) func() Table { return tables[uuid] }
