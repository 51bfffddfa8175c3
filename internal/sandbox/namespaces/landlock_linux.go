package namespaces

func newRuleset() (int, error) { return -1, nil }
