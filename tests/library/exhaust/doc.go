// Package exhaust finds every input of some size that an input validator accepts.
//
// A validator reads an input strictly, byte by byte, so what it asks for says which inputs there are. Here it is linked with
// another Reader than that of package testlib: one that has no input, but chooses each value itself, and is asked again until all
// choices were made. What is too long is not pursued: it is taken for granted that where some inputs with a number are too long and
// none is valid, none is so with a greater number. That holds where numbers count what follows, and where few labels are taken.
//
//	binary, err := exhaust.Build(ctx, root, dir, "problems/nim/input_validators/validate.go")
//	inputs, err := exhaust.Start(ctx, binary, 1)
//	ofOneByte, err := inputs.Next(1000)
//	ofTwo, err := inputs.Next(1000)
package exhaust
