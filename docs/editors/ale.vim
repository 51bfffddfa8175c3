packadd! ale
let g:ale_linters = {'cpp': ['grundy'], 'python': ['grundy']}
for language in ['cpp', 'python']
  call ale#linter#Define(language, {'name': 'grundy', 'lsp': 'stdio', 'executable': 'grundy', 'command': '%e editor',
  \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')}})
endfor
