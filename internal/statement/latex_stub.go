package statement

func latex(source string, title bool) []block { return nil }
