" sokreplay as a compiler: `:make` lists the solutions that fail.
" `:compiler sokcheck` does the same for puzzles.
if exists('current_compiler')
  finish
endif
let current_compiler = 'sokreplay'

if exists(':CompilerSet') != 2
  command -nargs=* CompilerSet setlocal <args>
endif
CompilerSet makeprg=sokreplay\ --failures\ --color=never\ --\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
