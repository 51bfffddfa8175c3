package namespaces

import "grundy/internal/judge/sandbox"

// classify sets the breach: the limit that the kernel enforced, or else the one that the facts imply.
func classify(result *sandbox.Result, used usage, limits sandbox.Limits) {
	if used.breached && result.Breach == sandbox.NoBreach {
		result.Breach = sandbox.MemoryBreach
	}
	result.Classify(limits)
}
