package api

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// judge0Routes are the paths of Judge0's API.
func judge0Routes() []route {
	return []route{
		{method: http.MethodPost, path: "/submissions", serve: (*Server).judge0Create},
		{method: http.MethodGet, path: "/submissions/{token}", serve: (*Server).judge0Show},
		{method: http.MethodPost, path: "/submissions/batch", serve: (*Server).judge0CreateBatch},
		{method: http.MethodGet, path: "/submissions/batch", serve: (*Server).judge0ShowBatch},
		{method: http.MethodGet, path: "/languages", serve: (*Server).judge0Languages},
		{method: http.MethodGet, path: "/languages/all", serve: (*Server).judge0Languages},
		{method: http.MethodGet, path: "/languages/{number}", serve: (*Server).judge0Language},
		{method: http.MethodGet, path: "/statuses", serve: (*Server).judge0Statuses},
		{method: http.MethodGet, path: "/about", serve: (*Server).judge0About},
		{method: http.MethodGet, path: "/config_info", serve: (*Server).judge0Config},
	}
}

// judge0Version is the version of Judge0 whose numbers of languages clients are to take.
const judge0Version = "1.13.1"

// judge0Numbers are the languages by their numbers in Judge0 CE; several versions of one are one here.
func judge0Numbers() map[int]string {
	return map[int]string{
		46: "bash", 48: "c", 49: "c", 50: "c", 51: "csharp-mono", 52: "cpp", 53: "cpp", 54: "cpp", 55: "lisp", 56: "d", 57: "elixir",
		58: "erlang", 59: "fortran", 60: "go", 61: "haskell", 62: "java", 63: "javascript", 64: "lua", 65: "ocaml", 66: "octave",
		67: "pascal", 68: "php", 70: "python2", 71: "python3", 72: "ruby", 73: "rust", 74: "typescript", 75: "c", 76: "cpp", 77: "cobol",
		78: "kotlin", 79: "objectivec", 80: "r", 81: "scala", 83: "swift", 84: "visualbasic", 85: "perl", 86: "clojure", 87: "fsharp",
		88: "groovy", 90: "dart", 91: "java", 92: "python3", 93: "javascript", 94: "typescript", 95: "go", 97: "javascript", 98: "php",
		99: "r", 100: "python3", 101: "typescript", 102: "javascript", 103: "c", 104: "c", 105: "cpp", 106: "go", 107: "go", 108: "rust",
		109: "python3", 110: "c", 111: "kotlin", 112: "scala", 113: "python3",
	}
}

// judge0Named is a number with what it stands for.
type judge0Named struct {
	ID   int    `json:"id"`
	Name string `json:"name,omitempty"`
	// Description is the name of a status.
	Description string `json:"description,omitempty"`
}

// The statuses of Judge0.
const (
	judge0Queued     = 1
	judge0Processing = 2
	judge0Accepted   = 3
	judge0Wrong      = 4
	judge0Time       = 5
	judge0Compile    = 6
	judge0Output     = 8
	judge0Exit       = 11
	judge0Other      = 12
	judge0Internal   = 13
)

func judge0StatusNames() []string {
	return []string{
		"In Queue", "Processing", "Accepted", "Wrong Answer", "Time Limit Exceeded", "Compilation Error", "Runtime Error (SIGSEGV)",
		"Runtime Error (SIGXFSZ)", "Runtime Error (SIGFPE)", "Runtime Error (SIGABRT)", "Runtime Error (NZEC)", "Runtime Error (Other)",
		"Internal Error", "Exec Format Error",
	}
}

func judge0Status(id int) judge0Named {
	return judge0Named{ID: id, Description: judge0StatusNames()[id-1]}
}

// judge0Order is the order of a submission.
func (s *Server) judge0Order(r *http.Request, text []byte) (*order, error) {
	sub, err := readJudge0(text, r.URL.Query().Get("base64_encoded") == "true")
	if err != nil {
		return nil, err
	}
	working, err := s.toolchains(r.Context())
	if err != nil {
		return nil, err
	}
	execution, err := sub.execution(working)
	if err != nil {
		return nil, err
	}
	asked, err := json.Marshal(sub)
	if err != nil {
		return nil, err
	}
	return s.newOrder(clientOf(r), asked, len(asked)*2, func(ctx context.Context, add func([]byte) error) error {
		ended := sub
		if err := ended.judge(ctx, s, working, execution); err != nil {
			return err
		}
		row, err := json.Marshal(ended)
		if err != nil {
			return err
		}
		return add(row)
	}), nil
}

// judge0Fields are the fields of the submission of an order that a request asks for.
func (s *Server) judge0Fields(r *http.Request, o *order) (map[string]any, error) {
	p := s.look(o, 0)
	text := o.asked
	if len(p.rows) > 0 {
		text = p.rows[0]
	}
	var sub judge0Submission
	if err := json.Unmarshal(text, &sub); err != nil {
		return nil, err
	}
	sub.Token, sub.Created = o.id, judge0Moment{o.created}
	switch {
	case p.state == queued:
		sub.StatusID = judge0Queued
	case p.state == running:
		sub.StatusID = judge0Processing
	case len(p.rows) == 0:
		sub.StatusID = judge0Internal
		if p.fault != nil {
			sub.Message = []byte(p.fault.Error())
		}
	}
	if p.state.ended() {
		sub.Finished = &judge0Moment{p.finished}
	}
	sub.Status = judge0Status(sub.StatusID)
	whole := map[string]any{}
	text, err := json.Marshal(sub)
	if err == nil {
		err = json.Unmarshal(text, &whole)
	}
	wanted := strings.Split(r.URL.Query().Get("fields"), ",")
	switch {
	case wanted[0] == "":
		wanted = []string{"stdout", "time", "memory", "stderr", "token", "compile_output", "message", "status"}
	case slices.Contains(wanted, "*"):
		wanted = slices.Collect(maps.Keys(whole))
	}
	fields := map[string]any{}
	for _, name := range wanted {
		value, known := whole[name]
		if !known {
			return nil, fmt.Errorf("invalid fields: [%s]", name)
		}
		encoded, isText := value.(string)
		if isText && slices.Contains(judge0Texts(), name) && r.URL.Query().Get("base64_encoded") != "true" {
			plain, _ := base64.StdEncoding.DecodeString(encoded)
			if !utf8.Valid(plain) {
				return nil, errors.New("some attributes for this submission cannot be converted to UTF-8, use base64_encoded=true query parameter")
			}
			value = string(plain)
		}
		fields[name] = value
	}
	return fields, err
}

// judge0Create accepts a submission, and waits for its end if asked to.
func (s *Server) judge0Create(w http.ResponseWriter, r *http.Request) {
	body, err := s.readBody(w, r)
	if err != nil {
		refuseBody(w, http.StatusBadRequest, err)
		return
	}
	o, err := s.judge0Order(r, body)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	o.awaited = r.URL.Query().Get("wait") == "true"
	if err := s.post(clientOf(r), o); err != nil {
		refusePost(w, err)
		return
	}
	if !o.awaited {
		answerJSON(w, http.StatusCreated, map[string]string{"token": o.id})
		return
	}
	s.await(r.Context(), o)
	s.judge0Answer(w, r, http.StatusCreated, o)
}

func (s *Server) judge0Answer(w http.ResponseWriter, r *http.Request, status int, o *order) {
	fields, err := s.judge0Fields(r, o)
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	answerJSON(w, status, fields)
}

func (s *Server) judge0Show(w http.ResponseWriter, r *http.Request) {
	o, err := s.orderOf(clientOf(r), r.PathValue("token"))
	if err != nil || o.asked == nil {
		refuse(w, http.StatusNotFound, errors.New("there is no such submission"))
		return
	}
	s.judge0Answer(w, r, http.StatusOK, o)
}

// judge0CreateBatch accepts those of several submissions that are right.
func (s *Server) judge0CreateBatch(w http.ResponseWriter, r *http.Request) {
	var batch struct {
		Submissions []json.RawMessage `json:"submissions"`
	}
	err := s.readJSON(w, r, &batch)
	if n := len(batch.Submissions); err == nil && (n == 0 || n > judge0Batch) {
		err = fmt.Errorf("number of submissions in a batch should be from 1 to %d", judge0Batch)
	}
	if err != nil {
		refuseBody(w, http.StatusBadRequest, err)
		return
	}
	var orders []*order
	var answers []map[string]string
	for _, text := range batch.Submissions {
		o, err := s.judge0Order(r, text)
		if err != nil {
			answers = append(answers, map[string]string{"error": err.Error()})
			continue
		}
		orders = append(orders, o)
		answers = append(answers, map[string]string{"token": o.id})
	}
	if err := s.post(clientOf(r), orders...); err != nil {
		refusePost(w, err)
		return
	}
	status := http.StatusCreated
	if len(orders) == 0 {
		status = http.StatusUnprocessableEntity
	}
	answerJSON(w, status, answers)
}

func (s *Server) judge0ShowBatch(w http.ResponseWriter, r *http.Request) {
	var answers struct {
		Submissions []map[string]any `json:"submissions"`
	}
	for token := range strings.SplitSeq(r.URL.Query().Get("tokens"), ",") {
		var fields map[string]any // none for an unknown token
		if o, err := s.orderOf(clientOf(r), token); err == nil && o.asked != nil {
			if fields, err = s.judge0Fields(r, o); err != nil {
				refuse(w, http.StatusBadRequest, err)
				return
			}
		}
		answers.Submissions = append(answers.Submissions, fields)
	}
	answerJSON(w, http.StatusOK, answers)
}

// judge0Table lists the numbers whose languages work.
func (s *Server) judge0Table(ctx context.Context) ([]judge0Named, error) {
	working, err := s.toolchains(ctx)
	table := []judge0Named{}
	numbers := judge0Numbers()
	for _, number := range slices.Sorted(maps.Keys(numbers)) {
		for _, t := range working {
			if t.row.ID == numbers[number] {
				table = append(table, judge0Named{ID: number, Name: fmt.Sprintf("%s (%s)", t.row.Name, t.version)})
			}
		}
	}
	return table, err
}

func (s *Server) judge0Languages(w http.ResponseWriter, r *http.Request) {
	table, err := s.judge0Table(r.Context())
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, err)
		return
	}
	answerJSON(w, http.StatusOK, table)
}

func (s *Server) judge0Language(w http.ResponseWriter, r *http.Request) {
	table, err := s.judge0Table(r.Context())
	i := slices.IndexFunc(table, func(l judge0Named) bool { return strconv.Itoa(l.ID) == r.PathValue("number") })
	if err != nil || i < 0 {
		refuse(w, http.StatusNotFound, errors.New("there is no such language"))
		return
	}
	answerJSON(w, http.StatusOK, table[i])
}

func (s *Server) judge0Statuses(w http.ResponseWriter, _ *http.Request) {
	var list []judge0Named
	for i := range judge0StatusNames() {
		list = append(list, judge0Status(i+1))
	}
	answerJSON(w, http.StatusOK, list)
}

func (s *Server) judge0About(w http.ResponseWriter, _ *http.Request) {
	answerJSON(w, http.StatusOK, map[string]string{"version": judge0Version})
}

// judge0Config says what submissions may ask for.
func (s *Server) judge0Config(w http.ResponseWriter, _ *http.Request) {
	most := mostTime.Seconds()
	answerJSON(w, http.StatusOK, map[string]any{
		"maintenance_mode": false, "enable_wait_result": true, "enable_batched_submissions": true, "max_submission_batch_size": judge0Batch,
		"enable_compiler_options": false, "allowed_languages_for_compile_options": []string{}, "enable_command_line_arguments": true,
		"enable_submission_delete": false, "enable_callbacks": false, "callbacks_max_tries": 0, "callbacks_timeout": 0,
		"enable_additional_files": true, "max_queue_size": maxUnfinished / orderSize, "max_extract_size": maxLine >> 10,
		"cpu_time_limit": judge0CPU, "max_cpu_time_limit": most, "cpu_extra_time": 0, "max_cpu_extra_time": 0,
		"wall_time_limit": most, "max_wall_time_limit": most, "memory_limit": judge0Memory, "max_memory_limit": mostMemory >> 10,
		"stack_limit": judge0Memory, "max_stack_limit": mostMemory >> 10, "max_processes_and_or_threads": 64, "max_max_processes_and_or_threads": 64,
		"enable_per_process_and_thread_time_limit": false, "allow_enable_per_process_and_thread_time_limit": false,
		"enable_per_process_and_thread_memory_limit": false, "allow_enable_per_process_and_thread_memory_limit": false,
		"max_file_size": mostOutput >> 10, "max_max_file_size": mostOutput >> 10, "number_of_runs": 1, "max_number_of_runs": judge0Runs,
		"redirect_stderr_to_stdout": false, "enable_network": false, "allow_enable_network": false, "submission_cache_duration": 0,
		"use_docs_as_homepage": false,
	})
}
