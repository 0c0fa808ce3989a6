" Files of Sokoban puzzles: `gq` formats with sokfmt, `:make` lists findings.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

" Blanks at the ends of rows mean nothing, TABs in a board are hard to read.
setlocal expandtab nowrap textwidth=0 formatoptions-=t
setlocal comments=:: commentstring=::\ %s
let &l:formatprg = 'sokfmt -q'
compiler sokcheck

let b:undo_ftplugin = 'setlocal expandtab< wrap< textwidth< formatoptions<'
      \ . ' comments< commentstring< formatprg< makeprg< errorformat<'
