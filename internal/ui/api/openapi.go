package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"grundy/internal/app/bulk"
)

// ref refers to a definition of the schema of lines and rows.
func ref(name string) map[string]any { return map[string]any{"$ref": "#/components/schemas/" + name} }

// openAPI describes the paths that are served.
func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) {
	text, err := describe(s.Version)
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	answer(w, http.StatusOK, text)
}

func describe(version string) ([]byte, error) {
	own := bytes.ReplaceAll(bulk.Schema, []byte(`"#/$defs/`), []byte(`"#/components/schemas/`))
	// The cases of a result are described with the events.
	own = bytes.ReplaceAll(own, []byte(`"$ref": "events.schema.json#/$defs/part_test"`), []byte(`"type": "object"`))
	var schema struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(own, &schema); err != nil {
		return nil, err
	}
	schema.Defs["fault"] = map[string]any{
		"type": "object", "required": []string{"error"}, "additionalProperties": false,
		"properties": map[string]any{"error": map[string]any{"type": "string"}, "help": map[string]any{"type": "string"}},
	}
	text, moment := map[string]any{"type": "string"}, map[string]any{"type": "string", "format": "date-time"}
	schema.Defs["job"] = map[string]any{
		"type": "object", "required": []string{"id", "state", "created"}, "additionalProperties": false,
		"properties": map[string]any{
			"id": text, "state": map[string]any{"enum": []state{queued, running, done, failed, cancelled}}, "created": moment, "finished": moment,
			"error": text, "help": text, "rows": map[string]any{"type": "array", "items": map[string]any{"anyOf": []any{ref("result"), ref("failure")}}},
		},
	}
	paths := map[string]map[string]any{}
	for _, r := range routes() {
		operation := map[string]any{
			"summary": r.does,
			"responses": map[string]any{
				strconv.Itoa(r.status()): map[string]any{"description": "as asked for", "content": content(r.answer)},
				"default":                map[string]any{"description": "the request is refused", "content": content(map[string]any{jsonType: ref("fault")})},
			},
		}
		if strings.Contains(r.path, "{id}") {
			id := map[string]any{"name": "id", "in": "path", "required": true, "schema": text, "description": "the ID of a job"}
			operation["parameters"] = []any{id}
		}
		if r.body != nil {
			operation["requestBody"] = map[string]any{"required": true, "content": content(r.body)}
			operation["parameters"] = []any{
				parameter("detail", map[string]any{"enum": bulk.Details()}, "how much the rows say"),
				parameter("ordered", map[string]any{"type": "string"}, "rows come in the order of the lines"),
				parameter("stop", map[string]any{"type": "string"}, "leave out the cases that cannot change a result once one has failed"),
			}
		}
		if r.path == "/v1/health" {
			operation["security"] = []any{}
		}
		if paths[r.path] == nil {
			paths[r.path] = map[string]any{}
		}
		paths[r.path][strings.ToLower(r.method)] = operation
	}
	return json.MarshalIndent(map[string]any{
		"openapi": "3.1.0", "info": map[string]any{"title": "grundy", "version": version}, "paths": paths,
		"security": []any{map[string]any{"token": []string{}}},
		"components": map[string]any{
			"schemas":         schema.Defs,
			"securitySchemes": map[string]any{"token": map[string]any{"type": "http", "scheme": "bearer"}},
		},
	}, "", "  ")
}

func content(types map[string]any) map[string]any {
	described := map[string]any{}
	for name, schema := range types {
		described[name] = map[string]any{"schema": schema}
	}
	return described
}

func parameter(name string, schema map[string]any, does string) map[string]any {
	return map[string]any{"name": name, "in": "query", "schema": schema, "description": does}
}
