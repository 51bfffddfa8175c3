package resultcache

// Machine is what times depend on beside the programs.
type Machine struct {
	// Processor is the processor's model, and Kernel the system's name and release; "" where they cannot be told.
	Processor, Kernel string
}
