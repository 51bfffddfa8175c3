package namespaces

import "grundy/internal/judge/sandbox"

// setBreach sets the breach: the limit that the kernel enforced, or else the one that the facts imply.
func setBreach(result *sandbox.Result, used usage, limits sandbox.Limits) {
	if used.breached && result.Breach == sandbox.NoBreach {
		result.Breach = sandbox.MemoryBreach
	}
	result.SetBreach(limits)
}
