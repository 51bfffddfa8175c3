// Package exhaust finds every input of some size that an input validator accepts.
//
// A validator reads an input strictly, byte by byte, so its calls determine the valid inputs. Here it is linked with
// a Reader that replaces that of package testlib: it has no input, but chooses each value itself, and the validator
// runs again until all choices were made. Inputs that are too long are not pursued. If some inputs with a number are
// too long and none is valid, the package assumes the same of all greater numbers. That holds if numbers count what
// follows, or if few labels are used.
//
//	binary, err := exhaust.Build(ctx, root, dir, "problems/nim/input_validators/validate.go")
//	inputs, err := exhaust.Start(ctx, binary, 1)
//	ofOneByte, err := inputs.Next(1000)
//	ofTwo, err := inputs.Next(1000)
package exhaust
