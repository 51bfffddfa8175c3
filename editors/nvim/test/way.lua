-- A person's way with the plugin: nvim --headless -u NONE -S test/way.lua
-- GRUNDY names the program.
local here = vim.fn.fnamemodify(vim.fn.expand("<sfile>"), ":p:h:h")
vim.opt.runtimepath:append(here)
vim.cmd("runtime plugin/grundy.lua | filetype plugin on")
require("grundy").setup({ program = os.getenv("GRUNDY") or "grundy" })

local function fail(words)
  io.stderr:write("FAIL: " .. words .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, is)
  if not vim.wait(60000, is, 20) then
    fail("waited in vain for " .. what)
  end
end

local function expect(what, got, want)
  if not vim.deep_equal(got, want) then
    fail(string.format("%s: got %s, want %s", what, vim.inspect(got), vim.inspect(want)))
  end
end

local dir = vim.fn.tempname()
vim.fn.mkdir(dir)
local function write(name, lines)
  vim.fn.writefile(lines, dir .. "/" .. name)
end
write("1.in", { "3" })
write("1.ans", { "6" })
write("2.in", { "200" })
write("2.ans", { "400" })
write("double.sh", { "read n", "if [ $n -gt 100 ]; then n=0; fi", "echo $((n * 2))" })

vim.cmd("edit " .. dir .. "/double.sh")
local client = require("grundy.client")
local uri = vim.uri_from_bufnr(0)
local buffer = vim.api.nvim_get_current_buf()
wait("the client", function() return #vim.lsp.get_active_clients() > 0 end)

-- Saving judges; the failed test is a diagnostic.
vim.api.nvim_buf_set_lines(0, -1, -1, false, { "# saved" })
vim.cmd("write")
wait("a verdict", function() return client.solution(uri).summary:find("passed") end)
expect("verdict", client.solution(uri).summary, "WA 1/2 passed")
wait("diagnostics", function() return #vim.diagnostic.get(buffer) > 0 end)
expect("line of the diagnostic", vim.diagnostic.get(buffer)[1].lnum, 0)
expect("status", require("grundy").status(), "WA 1/2 passed")

-- The smallest failing input.
vim.cmd("Grundy why")
wait("the smallest input", function() return client.solution(uri).found and not client.solution(uri).running end)
expect("smallest input", client.solution(uri).found.input, "200\n")

-- The panel.
vim.cmd("Grundy")
wait("the panel", function()
  return vim.api.nvim_get_current_buf() ~= buffer and vim.fn.search("secret/2") > 0
end)
local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "x", false)
end
vim.fn.search("secret/1")
press("<Tab>")
wait("the unfolded case", function() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find("Expected:\n      6", 1, true) end)
press("q")
wait("the file", function() return vim.api.nvim_get_current_buf() == buffer end)

-- Mended, it passes.
vim.api.nvim_buf_set_lines(buffer, 1, 2, false, {})
vim.cmd("write")
wait("AC", function() return client.solution(uri).summary == "AC 2/2 passed" end)
wait("no diagnostics", function() return #vim.diagnostic.get(buffer) == 0 end)

-- Wrong words are answered.
expect("completion", require("grundy").complete("sa", "Grundy sa"), { "samples" })
print("ok\n")
vim.cmd("qall!")
