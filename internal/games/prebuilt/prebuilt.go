package prebuilt

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
)

// Find returns the argument that makes the judge's executable the program with the given source.
func Find(source []byte) (argument string, found bool) {
	sum := sha256.Sum256(source)
	argument = hex.EncodeToString(sum[:])
	return argument, mainOf(argument) != nil
}

// A process that was started to become a program does so here and never reaches main. By then all packages of the judge
// would have been initialised, which takes several milliseconds. Go initialises a package as soon as its imports are,
// and this one imports little.
func init() {
	if len(os.Args) < 2 {
		return
	}
	if run := mainOf(os.Args[1]); run != nil {
		os.Args = append(os.Args[:1], os.Args[2:]...)
		run()
		os.Exit(0)
	}
}
