-- The settings, which setup changes.
local M = {
  program = "grundy",
  run_on_save = true,
  why = false, -- look for the smallest failing input after each failure
  solutions = nil, -- where problems from the browser go; nil: where grundy listen puts them
  filetypes = {
    "c", "cpp", "cs", "go", "haskell", "java", "javascript", "kotlin", "lua", "ocaml", "pascal", "perl", "python", "ruby", "rust", "sh", "typescript",
  },
  width = 0.8, -- of the floating window, as a part of the editor
  height = 0.8,
}

return M
