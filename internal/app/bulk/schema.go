package bulk

import _ "embed"

// Schema is the JSON Schema of lines and rows. The file is a copy of docs/judge.schema.json, which TestSchema compares: a package
// embeds only files of its own directory.
//
//go:embed judge.schema.json
var Schema []byte
