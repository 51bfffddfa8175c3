package shrink

import "iter"

// rewriting changes everything at once, in one of a few ways.
type rewriting struct {
	what Kind
	done string // what was done
	ways []func(e *edit)
	doc  *document
}

func (r *rewriting) kind() Kind { return r.what }

func (r *rewriting) candidates(from cursor, _ int) iter.Seq2[cursor, []byte] {
	return func(yield func(cursor, []byte) bool) {
		for p := from; p.at < len(r.ways); p.at++ {
			e := r.doc.edit()
			r.ways[p.at](e)
			if !yield(p, e.bytes()) {
				return
			}
		}
	}
}

func (r *rewriting) accept(at cursor) (string, cursor) {
	return r.done, cursor{at: at.at + 1}
}
