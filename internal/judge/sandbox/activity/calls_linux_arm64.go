package activity

// calls holds the calls in which a thread may wait.
var calls = everywhere
