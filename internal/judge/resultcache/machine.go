package resultcache

// Machine is what times depend on besides the programs.
type Machine struct {
	// Processor is the processor's model, and Kernel the system's name and release; "" if unknown.
	Processor, Kernel string
}
