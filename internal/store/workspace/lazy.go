package workspace

import "sync"

// lazy is a value that is made on first use. Concurrent callers wait; a failure is tried again.
type lazy[T any] struct {
	mu    sync.Mutex
	made  bool
	value T
}

func (l *lazy[T]) get(make func() (T, error)) (T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.made {
		value, err := make()
		if err != nil {
			return value, err
		}
		l.value, l.made = value, true
	}
	return l.value, nil
}

// close closes the value if it was made.
func (l *lazy[T]) close(shut func(T) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.made {
		return nil
	}
	l.made = false
	return shut(l.value)
}
