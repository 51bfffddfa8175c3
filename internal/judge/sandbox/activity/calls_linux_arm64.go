package activity

// calls holds the calls in which a thread may wait.
var calls = everywhere

// instantOnArch is empty, since this architecture has no older names of instantCalls.
var instantOnArch []int
