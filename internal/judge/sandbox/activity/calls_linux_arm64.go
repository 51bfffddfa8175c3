package activity

// calls are those in which a thread may wait.
var calls = everywhere
