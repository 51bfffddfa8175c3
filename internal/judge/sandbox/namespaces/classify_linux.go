package namespaces

import "grundy/internal/judge/sandbox"

// classify names the breach: what the kernel enforced, else what the facts amount to.
func classify(result *sandbox.Result, used usage, limits sandbox.Limits) {
	if used.breached && result.Breach == sandbox.NoBreach {
		result.Breach = sandbox.MemoryBreach
	}
	result.Classify(limits)
}
