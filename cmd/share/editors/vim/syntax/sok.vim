" Sokoban puzzles: boards, moves, keys, comments.
if exists('b:current_syntax')
  finish
endif

" A row begins with a wall or a box on a goal, after floor.
syntax match sokRow /^[-_ ]*[#*][-_ #@+$*.]*$/ contains=sokWall,sokBox,sokPlaced,sokGoal,sokPlayer
syntax match sokWall /#\+/ contained
syntax match sokBox /\$/ contained
syntax match sokPlaced /\*/ contained
syntax match sokGoal /\./ contained
syntax match sokPlayer /[@+]/ contained
" The same with counts and bars.
syntax match sokRle /^[-_0-9(]*#[-_#@+$*.0-9()|]*[0-9|][-_#@+$*.0-9()|]*$/ contains=sokWall,sokBox,sokPlaced,sokGoal,sokPlayer,sokCount
syntax match sokCount /[0-9()|]\+/ contained

syntax match sokMoves /^[udlrnsewUDLRNSEW0-9()\[\]{}* ]*[udlrUDLR][udlrnsewUDLRNSEW0-9()\[\]{}* ]*$/ contains=sokPush
syntax match sokPush /[UDLRNSEW]\+/ contained

syntax case ignore
syntax match sokGame /^\(solution\|snapshot\|savegame\|reverse mode\)\>.*$/
syntax case match
syntax match sokKey /^\a[-A-Za-z ]*:\ze\(\s\|$\)/
syntax match sokComment /^::.*$/
syntax region sokComment start=/^Comment:/ end=/^Comment[- ]End:.*$/ keepend
syntax match sokConflict /^\(<<<<<<<\|=======\|>>>>>>>\||||||||\).*$/
syntax sync minlines=200

highlight default link sokWall Comment
highlight default link sokBox Number
highlight default link sokPlaced String
highlight default link sokGoal Special
highlight default link sokPlayer Identifier
highlight default link sokCount Constant
highlight default link sokMoves Type
highlight default link sokPush Statement
highlight default link sokGame Title
highlight default link sokKey Keyword
highlight default link sokComment Comment
highlight default link sokConflict Error

let b:current_syntax = 'sok'
