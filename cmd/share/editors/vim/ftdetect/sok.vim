" Files of Sokoban puzzles in text.
autocmd BufNewFile,BufRead *.sok,*.xsb,*.skb,*.xsokoban,*.hsb,*.tsb,*.osb setfiletype sok
