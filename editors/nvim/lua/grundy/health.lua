-- :checkhealth grundy
local config = require("grundy.config")

local M = {}

-- The names of these functions changed in Neovim 0.10.
local health = vim.health or require("health")
local start, ok, report_error = health.start or health.report_start, health.ok or health.report_ok, health.error or health.report_error

function M.check()
  start("grundy")
  if vim.fn.executable(config.program) == 0 then
    report_error(string.format('"%s" is not found', config.program), { "install grundy and put it on the PATH", 'or: require("grundy").setup { program = "/path/to/grundy" }' })
    return
  end
  local version = vim.fn.system({ config.program, "--version" })
  if vim.v.shell_error ~= 0 then
    report_error(vim.trim(version))
    return
  end
  ok(vim.trim(version))
  vim.fn.system({ config.program, "editor", "--help" })
  if vim.v.shell_error == 0 then
    ok("it serves editors")
  else
    report_error("this grundy has no command editor", { "install the present one" })
  end
end

return M
