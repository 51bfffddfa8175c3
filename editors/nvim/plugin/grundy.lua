if vim.g.loaded_grundy then
  return
end
vim.g.loaded_grundy = true

vim.api.nvim_create_user_command("Grundy", function(call)
  require("grundy").command(call.fargs)
end, {
  nargs = "*",
  desc = "Judge the solution in this buffer",
  complete = function(start, line)
    return require("grundy").complete(start, line)
  end,
})

vim.api.nvim_create_autocmd("FileType", {
  group = vim.api.nvim_create_augroup("grundy", { clear = true }),
  callback = function(event)
    require("grundy.client").follow(event.buf)
  end,
})
