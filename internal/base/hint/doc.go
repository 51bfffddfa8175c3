// Package hint gives errors what people ask for next: what to do about them. An error that knows its remedy has a method
// Hint, and whoever shows errors finds it, however deep it is wrapped.
//
//	err := hint.Errorf("grundy list shows the problems", "no problem %q", name)
//	…
//	fmt.Println(err, hint.Of(err))
//
// It also suggests the word that was meant by one that nobody knows. It does not know how errors are shown.
package hint
