package config_test

import (
	"fmt"

	"grundy/internal/base/environment"
	"grundy/internal/store/config"
)

// What was typed counts before a variable, and a variable before the file.
func ExampleResolve() {
	typed := "2"
	for _, flag := range []*string{&typed, nil} {
		setting := config.Resolve(config.Jobs, flag, environment.Variables{"GRUNDY_JOBS=many"}, config.File{})
		jobs, err := config.Count(setting.Text)
		fmt.Println(setting.Called(), jobs, err)
	}
	// Output:
	// --jobs 2 <nil>
	// $GRUNDY_JOBS 0 want a number, 1 or more
}
