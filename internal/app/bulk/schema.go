package bulk

import _ "embed"

// Schema is the JSON Schema of lines and rows, which is docs/judge.schema.json.
//
//go:embed judge.schema.json
var Schema []byte
