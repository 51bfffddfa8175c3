package work

import (
	"slices"
	"sync"
)

// Kept holds the newest things that pages may ask for, by their keys. The zero value is empty.
type Kept[V any] struct {
	mutex  sync.Mutex
	values map[string]V
	order  []string // the oldest first
}

// mostKept bounds how many things are held.
const mostKept = 1024

// Put holds a thing, instead of one with the same key.
func (k *Kept[V]) Put(key string, value V) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.values == nil {
		k.values = map[string]V{}
	}
	if _, known := k.values[key]; !known {
		k.order = append(k.order, key)
		if len(k.order) > mostKept {
			delete(k.values, k.order[0])
			k.order = slices.Delete(k.order, 0, 1)
		}
	}
	k.values[key] = value
}

// Find returns the thing with a key.
func (k *Kept[V]) Find(key string) (value V, found bool) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	value, found = k.values[key]
	return value, found
}
