vim.api.nvim_create_autocmd("FileType", { pattern = { "cpp", "python" }, callback = function(file)
  vim.g.grundy = vim.g.grundy or vim.lsp.start_client({ name = "grundy", cmd = { "grundy", "editor" } })
  vim.lsp.buf_attach_client(file.buf, vim.g.grundy)
end })
