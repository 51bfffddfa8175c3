-- The floating window: the problem of a file, its test cases and their results.
local client = require("grundy.client")
local config = require("grundy.config")

local M = {}

local window, buffer, shown -- the URI of the solution that is shown
local open = {} -- the test cases that are unfolded, by name
local lines_of = {} -- the test case of each line

local function text(lines, title, content)
  if not content or content == "" or content == vim.NIL then
    return
  end
  table.insert(lines, "    " .. title .. ":")
  for _, line in ipairs(vim.split((content:gsub("\n$", "")), "\n", { plain = true })) do
    table.insert(lines, "      " .. line)
  end
end

local function draw_case(lines, tc, result)
  local sign, measured = "–", ""
  if result then
    sign = result.unjudged and "ran" or result.verdict
    measured = string.format("%d ms", math.floor(result.cpu_seconds * 1000 + 0.5))
  end
  table.insert(lines, string.format("%s %-4s %-30s %s", open[tc.name] and "▾" or "▸", sign, tc.name, measured))
  local first = #lines
  if open[tc.name] then
    if result and result.verdict ~= "AC" then
      text(lines, "Reason", table.concat(vim.tbl_filter(function(part) return part and part ~= "" end, { result.reason or "", result.message or "", result.fault or "" }), "\n"))
    end
    text(lines, "Input", tc.input)
    text(lines, "Expected", tc.answer)
    if result then
      text(lines, "Output", result.output)
      text(lines, "Standard error", result.stderr)
      if result.transcript then
        local said = {}
        for _, part in ipairs(result.transcript) do
          table.insert(said, (part.from == "submission" and "> " or "< ") .. part.text)
        end
        text(lines, "Conversation", table.concat(said, ""))
      end
    end
    if tc.cut then
      table.insert(lines, "    Only the beginning is shown.")
    end
  end
  for i = first, #lines do
    lines_of[i] = tc
  end
end

local function draw()
  if not buffer or not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  local s = client.solution(shown)
  local lines = {}
  lines_of = {}
  local panel = s.panel
  local problem = panel and panel.problem ~= vim.NIL and panel.problem
  if not panel then
    table.insert(lines, "Looking for the problem …")
  elseif not problem then
    vim.list_extend(lines, vim.split(panel.reason .. "\n" .. (panel.help or ""), "\n", { plain = true }))
  else
    table.insert(lines, problem.name)
    table.insert(lines, string.format("%g s · %d MiB · %s%s", problem.time_limit_seconds, problem.memory_limit_bytes / 1048576, panel.language or "",
      problem.interactive and " · interactive" or ""))
  end
  vim.list_extend(lines, vim.split(s.summary, "\n", { plain = true }))
  text(lines, "Compiler", s.log)
  if s.searching ~= "" then
    table.insert(lines, s.searching)
  end
  if s.found then
    table.insert(lines, "Smallest failing input:")
    text(lines, "Input", s.found.input)
    text(lines, "Expected", s.found.answer)
    text(lines, "Output", s.found.test.output)
    text(lines, "Why", s.why)
  end
  table.insert(lines, "")
  if problem then
    for _, tc in ipairs(problem.cases) do
      draw_case(lines, tc, s.results[tc.name])
    end
  end
  table.insert(lines, "")
  table.insert(lines, "r run  s samples  f failed  w why  <Tab> one case  x run that case  i input  q close")
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
end

client.on_change(function(uri)
  if uri == shown then
    vim.schedule(draw)
  end
end)

local function close()
  if window and vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_win_close(window, true)
  end
  window = nil
end

--- Shows the panel of a file.
function M.open(uri)
  shown = uri
  if not buffer or not vim.api.nvim_buf_is_valid(buffer) then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.bo[buffer].filetype, vim.bo[buffer].bufhidden = "grundy", "hide"
    local function key(lhs, act)
      vim.keymap.set("n", lhs, act, { buffer = buffer, nowait = true })
    end
    local grundy = require("grundy")
    key("q", close)
    key("<Esc>", close)
    key("r", function() grundy.run(shown, {}) end)
    key("s", function() grundy.run(shown, { samples = true }) end)
    key("f", function() grundy.run(shown, { failed = true }) end)
    key("w", function() grundy.why(shown) end)
    key("i", function() grundy.input(shown) end)
    key("<Tab>", function()
      local tc = lines_of[vim.fn.line(".")]
      if tc then
        open[tc.name] = not open[tc.name]
        draw()
      end
    end)
    key("x", function()
      local tc = lines_of[vim.fn.line(".")]
      if tc then
        grundy.run(shown, { tests = { tc.name } })
      end
    end)
  end
  if not window or not vim.api.nvim_win_is_valid(window) then
    local width, height = math.floor(vim.o.columns * config.width), math.floor(vim.o.lines * config.height)
    window = vim.api.nvim_open_win(buffer, true, {
      relative = "editor", style = "minimal", border = "rounded", width = width, height = height,
      row = math.floor((vim.o.lines - height) / 2) - 1, col = math.floor((vim.o.columns - width) / 2),
    })
  end
  draw()
  client.look(uri)
end

return M
