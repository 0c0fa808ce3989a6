" sokcheck as a compiler: `:make` fills the quickfix list with its findings.
" `:compiler sokreplay` does the same for solutions.
if exists('current_compiler')
  finish
endif
let current_compiler = 'sokcheck'

if exists(':CompilerSet') != 2
  command -nargs=* CompilerSet setlocal <args>
endif
CompilerSet makeprg=sokcheck\ --color=never\ --\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
