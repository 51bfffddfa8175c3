-- Judges solutions where they are written. `:help grundy` describes the commands.
local client = require("grundy.client")
local config = require("grundy.config")

local M = {}

--- Changes settings; `:help grundy-setup` lists them.
function M.setup(options)
  for name, value in pairs(options or {}) do
    if config[name] == nil and name ~= "solutions" then
      vim.notify("grundy: no setting " .. name, vim.log.levels.WARN)
    end
    config[name] = value
  end
end

local function current()
  return vim.uri_from_bufnr(0)
end

--- Judges a file: all tests, or the selected ones.
function M.run(uri, selection)
  client.request("grundy/run", vim.tbl_extend("force", { uri = uri }, selection))
end

--- Looks for the smallest input on which a file fails.
function M.why(uri)
  client.request("grundy/why", { uri = uri })
end

local function show(title, lines)
  vim.cmd("botright new")
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "nofile", "wipe", false
  pcall(vim.api.nvim_buf_set_name, 0, title)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
end

--- Opens a buffer for an input of one's own; writing it runs the file on that.
function M.input(uri)
  show("grundy-input", {})
  vim.bo.buftype = "acwrite"
  vim.api.nvim_create_autocmd("BufWriteCmd", {
    buffer = 0,
    callback = function()
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"
      vim.bo.modified = false
      client.request("grundy/runInput", { uri = uri, input = text }, function(ran)
        local lines = vim.split((ran.output:gsub("\n$", "")), "\n", { plain = true })
        table.insert(lines, string.format("-- %s %s%d ms", ran.verdict == "" and "ended" or ran.verdict, ran.reason ~= "" and ran.reason .. ", " or "", ran.cpu_seconds * 1000))
        if ran.errors ~= "" then
          vim.list_extend(lines, vim.split(ran.errors, "\n", { plain = true }))
        end
        show("grundy-output", lines)
      end)
    end,
  })
end

--- Opens two buffers for a test of one's own; writing the one of the output adds it.
function M.add(uri)
  show("grundy-expected", {})
  local expected = vim.api.nvim_get_current_buf()
  vim.cmd("aboveleft vnew")
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "nofile", "wipe", false
  pcall(vim.api.nvim_buf_set_name, 0, "grundy-test-input")
  local input = vim.api.nvim_get_current_buf()
  local function text(buffer)
    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n"
  end
  vim.bo[expected].buftype = "acwrite"
  vim.api.nvim_create_autocmd("BufWriteCmd", {
    buffer = expected,
    callback = function()
      client.request("grundy/addCase", { uri = uri, input = text(input), answer = text(expected) }, function(added)
        vim.api.nvim_buf_delete(expected, { force = true })
        if vim.api.nvim_buf_is_valid(input) then
          vim.api.nvim_buf_delete(input, { force = true })
        end
        vim.notify("grundy: added " .. added.name)
        client.look(uri)
      end)
    end,
  })
end

--- Opens the files of a test, to change them.
function M.edit(uri, name)
  client.look(uri, function(panel)
    for _, tc in ipairs(panel.problem ~= vim.NIL and panel.problem.cases or {}) do
      if tc.name == name or vim.endswith(tc.name, "/" .. tostring(name)) then
        vim.cmd("botright split " .. vim.fn.fnameescape(tc.input_path))
        if tc.answer_path then
          vim.cmd("vsplit " .. vim.fn.fnameescape(tc.answer_path))
        end
        return
      end
    end
    vim.notify("grundy: no test " .. tostring(name), vim.log.levels.WARN)
  end)
end

--- Lets the user choose an earlier version of a file, and compares it.
function M.history(uri)
  client.request("grundy/history", { uri = uri }, function(runs)
    vim.ui.select(runs, {
      prompt = "Earlier runs",
      format_item = function(run)
        return string.format("%s  %d/%d passed  %s", run.verdict == "" and "stopped" or run.verdict, run.passed, run.tests, run.at:sub(1, 16):gsub("T", " "))
      end,
    }, function(chosen)
      if not chosen then
        return
      end
      client.request("grundy/version", { run = chosen.run }, function(version)
        local kind = vim.bo.filetype
        vim.cmd("diffthis | vnew")
        vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile, vim.bo.filetype = "nofile", "wipe", false, kind
        vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split((version.text:gsub("\n$", "")), "\n", { plain = true }))
        vim.cmd("diffthis")
      end)
    end)
  end)
end

--- Runs a command of grundy in a terminal below.
local function terminal(...)
  local words = { config.program, ... }
  vim.cmd("botright new")
  vim.fn.termopen(words)
  vim.cmd("startinsert")
end

local function on_file(name)
  return function()
    vim.cmd("silent update")
    terminal(name, vim.api.nvim_buf_get_name(0))
  end
end

local commands = {
  panel = function() require("grundy.panel").open(current()) end,
  run = function() M.run(current(), {}) end,
  samples = function() M.run(current(), { samples = true }) end,
  failed = function() M.run(current(), { failed = true }) end,
  test = function(names) M.run(current(), { tests = names }) end,
  why = function() M.why(current()) end,
  stop = function() client.request("grundy/stop", { uri = current() }) end,
  input = function() M.input(current()) end,
  add = function() M.add(current()) end,
  keep = function()
    client.request("grundy/addFound", { uri = current() }, function(added) vim.notify("grundy: added " .. added.name) end)
  end,
  edit = function(names) M.edit(current(), names[1]) end,
  remove = function(names) client.request("grundy/removeCase", { uri = current(), name = names[1] or "" }) end,
  history = function() M.history(current()) end,
  stress = on_file("stress"),
  growth = on_file("growth"),
  submit = on_file("submit"),
  hint = on_file("hint"),
  list = function() terminal("list") end,
  show = function(names) terminal("show", unpack(names)) end,
  new = function(names) terminal("new", unpack(names)) end,
  play = function(names) terminal("play", "--program", vim.api.nvim_buf_get_name(0), unpack(names)) end,
  listen = function()
    local words = { "listen" }
    if config.solutions then
      vim.list_extend(words, { "--solutions", config.solutions })
    end
    terminal(unpack(words))
  end,
}

--- Does what :Grundy says; without words it shows the panel.
function M.command(words)
  local name = words[1] or "panel"
  local act = commands[name]
  if not act then
    vim.notify(string.format("grundy: no command %s; there are %s", name, table.concat(M.complete("", "Grundy "), ", ")), vim.log.levels.ERROR)
    return
  end
  act(vim.list_slice(words, 2))
end

--- Completes the words of :Grundy.
function M.complete(start, line)
  if #vim.split(line, "%s+") > 2 then
    return {}
  end
  local names = vim.tbl_filter(function(name) return vim.startswith(name, start) end, vim.tbl_keys(commands))
  table.sort(names)
  return names
end

--- The last result of the current buffer, for the statusline.
function M.status()
  local s = client.solutions[current()]
  return s and vim.split(s.summary, "\n", { plain = true })[1] or ""
end

return M
