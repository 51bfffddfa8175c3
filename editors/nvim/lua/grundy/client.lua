-- The connection to `grundy editor`: one process for all buffers, started when a solution is opened.
local config = require("grundy.config")

local M = {}

local id -- of the client of vim.lsp, nil before it started and after it ended
local failed = false -- it could not be started; said once

--- What is known of solutions, by URI: `panel`, `results` by test, `running`, `summary`, `found`, `log`.
M.solutions = {}

local listeners = {}

--- Calls listener(uri) when more is known of a solution.
function M.on_change(listener)
  table.insert(listeners, listener)
end

function M.solution(uri)
  M.solutions[uri] = M.solutions[uri] or { results = {}, order = {}, running = false, summary = "", log = "", searching = "" }
  return M.solutions[uri]
end

local function changed(uri)
  for _, listener in ipairs(listeners) do
    listener(uri)
  end
end

local takes = {}

-- Events of a judgement; within a search they are steps of it.
local judging = { plan = true, compile = true, test = true, done = true }

function takes.begin(s, event)
  s.running, s.command = true, event.command
  if event.command == "test" then
    s.results, s.found, s.log, s.summary = {}, nil, "", "running …"
  else
    s.searching = "searching …"
  end
end

function takes.plan(s, event)
  s.order, s.tests = event.test_names or {}, event.tests
end

function takes.compile(s, event)
  s.log = event.log or ""
end

function takes.test(s, event)
  s.results[event.test] = event
  s.summary = string.format("%d/%d", vim.tbl_count(s.results), s.tests or 0)
end

function takes.done(s, event)
  if event.interrupted then
    s.summary = "stopped"
  elseif event.tests > 0 then
    s.summary = string.format("%s %d/%d passed", event.verdict, event.passed, event.tests)
  else
    s.summary = event.verdict .. " " .. event.reason
  end
end

function takes.progress(s, event)
  s.searching = string.format("searching: %d inputs, seed %s", event.cases, tostring(event.seed))
end

function takes.finding(s, event)
  s.found = event
end

takes.shrunk = takes.finding

function takes.explanation(s, event)
  s.why = table.concat(vim.tbl_filter(function(part) return part ~= nil and part ~= "" end, { event.position or "", event.why or "" }), "\n")
end

function takes.stressed(s, event)
  s.searching = s.found and "" or string.format("no failing input found in %d tries", event.cases)
end

takes["end"] = function(s, event)
  s.running = false
  if event.error then
    s.summary = event.error .. (event.hint and "\n" .. event.hint or "")
  end
end

local function on_event(_, told)
  local take = takes[told.event.event]
  local s = M.solution(told.uri)
  if take and (s.command == "test" or not judging[told.event.event]) then
    take(s, told.event)
  end
  changed(told.uri)
  if told.event.event == "end" and vim.lsp.codelens then
    vim.schedule(function()
      local buffer = vim.uri_to_bufnr(told.uri)
      if vim.api.nvim_buf_is_loaded(buffer) then
        vim.lsp.codelens.refresh()
      end
    end)
  end
end

--- Says what to do if the program does not start.
local function missing()
  vim.notify(
    string.format('grundy: "%s" is not found. Install it and put it on the PATH, or set program: require("grundy").setup { program = … }', config.program),
    vim.log.levels.ERROR
  )
end

--- Starts the process unless it runs; returns the client, or nil with a message to the user.
function M.start()
  if id and vim.lsp.get_client_by_id(id) then
    return vim.lsp.get_client_by_id(id)
  end
  if vim.fn.executable(config.program) == 0 then
    if not failed then
      missing()
    end
    failed = true
    return nil
  end
  id = vim.lsp.start_client({
    name = "grundy",
    cmd = { config.program, "editor" },
    root_dir = vim.fn.getcwd(),
    init_options = { events = true, runOnSave = config.run_on_save, why = config.why },
    handlers = { ["grundy/event"] = on_event },
    on_exit = function(code)
      id = nil
      if code ~= 0 and vim.v.exiting == vim.NIL then
        vim.schedule(function()
          vim.notify(string.format('grundy: "%s editor" ended with code %d. An older grundy has no such command: install the present one.', config.program, code), vim.log.levels.ERROR)
        end)
      end
    end,
  })
  return id and vim.lsp.get_client_by_id(id)
end

--- Attaches a buffer that may hold a solution.
function M.follow(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == "" or vim.bo[buffer].buftype ~= "" or not vim.tbl_contains(config.filetypes, vim.bo[buffer].filetype) then
    return
  end
  if M.start() then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- Sends a request about the current buffer; calls done(result) if it succeeds, and shows the error otherwise.
function M.request(method, params, done)
  local client = M.start()
  if not client then
    return
  end
  if vim.bo.buftype == "" and vim.bo.modified and vim.api.nvim_buf_get_name(0) ~= "" then
    vim.cmd("silent update")
  end
  client.request(method, params, function(err, result)
    if err then
      local help = type(err.data) == "table" and err.data.hint
      vim.notify("grundy: " .. err.message .. (help and "\n" .. help or ""), vim.log.levels.WARN)
    elseif done then
      done(result)
    end
  end, 0)
end

--- Reads the problem of a file again.
function M.look(uri, done)
  M.request("grundy/open", { uri = uri }, function(panel)
    M.solution(uri).panel = panel
    changed(uri)
    if done then
      done(panel)
    end
  end)
end

return M
