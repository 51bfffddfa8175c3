" Compiler of Vim and Neovim for grundy, the local judge: copy it to ~/.vim/compiler or ~/.config/nvim/compiler. Then
"   :compiler grundy
"   :make              judges the file of the buffer and lists what is wrong
"   :make %:S --samples passes other arguments on

if exists("current_compiler")
  finish
endif
let current_compiler = "grundy"

if exists(":CompilerSet") != 2
  command -nargs=* CompilerSet setlocal <args>
endif

CompilerSet makeprg=grundy\ test\ --format\ gcc\ $*\ %:S
CompilerSet errorformat=%f:%l:%c:\ %t%*[^:]:\ %m
