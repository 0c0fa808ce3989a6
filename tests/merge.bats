#!/usr/bin/env bats
# sokfmt --merge: two versions of a collection are merged, alone and as git's
# merge driver.

load helper

# level TITLE N [LINE ...]: a corridor of N blanks, which no other level has,
# followed by the lines.
level() {
	local title=$1 wall blank
	wall=$(printf '#%.0s' $(seq $(($2 + 5))))
	blank=$(printf '%*s' "$2" '')
	printf '%s\n\n%s\n#@%s$.#\n%s\n' "$title" "$wall" "$blank" "$wall"
	shift 2
	[ $# -eq 0 ] || lines '' "$@"
}

# collection FILE: write puzzles made by level(); stdin has its arguments, a
# line each.
collection() {
	local words first=yes
	while read -r words; do
		[ -n "$first" ] || lines '' ''
		first=
		eval "level $words"
	done >"$1"
}

three() {
	collection base <<-'EOT'
		Alpha 1 'Author: Ann' '' 'A note'
		Beta 2
		Gamma 3
	EOT
	cp base ours
	cp base theirs
}

merged() {
	try 0 sokfmt --merge base ours theirs
	quiet
}

@test "changes of one side are taken, from either side" {
	three
	sed -i 's/Alpha/Aleph/' theirs
	cp base ours
	merged
	same theirs "$out"
	try 0 sokfmt --merge base theirs ours
	same theirs "$out"
	try 0 sokfmt --merge base theirs theirs
	same theirs "$out"
}

@test "changes of both sides in different parts of one puzzle are combined" {
	three
	sed -i 's/Alpha/Aleph/' ours
	sed -i 's/A note/Another note/' theirs
	printf '\nSolution\nrrrR\n' >>theirs
	sed -i 's/Gamma/Gimel/' ours
	merged
	collection want <<-'EOT'
		Aleph 1 'Author: Ann' '' 'Another note'
		Beta 2
		Gimel 3 Solution rrrR
	EOT
	same want "$out"
	try 0 sokfmt --merge base theirs ours
	same want "$out"
}

@test "a key and a note are merged as separate parts of the text" {
	three
	sed -i 's/Author: Ann/Author: Ann Other/' ours
	sed -i 's/A note/Another note/' theirs
	merged
	printed '^Author: Ann Other$'
	printed '^Another note$'
	collection ours <<-'EOT'
		Alpha 1 'Author: Ann' 'Date: 2026' '' 'A note'
		Beta 2
		Gamma 3
	EOT
	collection theirs <<-'EOT'
		Alpha 1 'Author: Ann' '' 'A note' 'and one more'
		Beta 2 'Author: Bob'
		Gamma 3
	EOT
	merged
	collection want <<-'EOT'
		Alpha 1 'Author: Ann' 'Date: 2026' '' 'A note' 'and one more'
		Beta 2 'Author: Bob'
		Gamma 3
	EOT
	same want "$out"
}

@test "puzzles added by either side keep their position" {
	three
	collection ours <<-'EOT'
		Zero 0
		Alpha 1 'Author: Ann' '' 'A note'
		Beta 2
		Gamma 3
		Ours 8
	EOT
	collection theirs <<-'EOT'
		Alpha 1 'Author: Ann' '' 'A note'
		Middle 6
		Beta 2
		Gamma 3
		Theirs 9
	EOT
	merged
	titles "$out" >got
	lines Zero Alpha Middle Beta Gamma Ours Theirs >want
	same want got
}

@test "a puzzle added by both sides appears once, with the games of both" {
	three
	{ cat base; printf '\n\n'; level New 5 Solution rrrrrR; } >ours
	{ cat base; printf '\n\n'
	  level New 5 Solution rrrrrR '' Snapshot rr; } >theirs
	merged
	same theirs "$out"
}

@test "a puzzle removed by one side is removed if the other did not change it" {
	three
	collection ours <<-'EOT'
		Alpha 1 'Author: Ann' '' 'A note'
		Gamma 3
	EOT
	sed -i 's/Gamma/Gimel/' theirs
	merged
	collection want <<-'EOT'
		Alpha 1 'Author: Ann' '' 'A note'
		Gimel 3
	EOT
	same want "$out"
	try 0 sokfmt --merge base theirs ours
	same want "$out"
}

@test "a puzzle removed by one side and changed by the other is a conflict" {
	three
	collection ours <<-'EOT'
		Alpha 1 'Author: Ann' '' 'A note'
		Gamma 3
	EOT
	sed -i 's/Beta/Beth/; s/Gamma/Gimel/' theirs
	try 1 sokfmt --merge base ours theirs
	{
		level Alpha 1 'Author: Ann' '' 'A note'
		lines '<<<<<<< ours' '=======' '' ''
		level Beth 2
		lines '>>>>>>> theirs' '' ''
		level Gimel 3
	} >want
	same want "$out"
	expect_err <<-'EOT'
		theirs:14:1: error: ours removed this puzzle, which theirs changed; both versions are marked [conflict-marker] (puzzle 2 "Beth")
	EOT
	try 1 sokfmt --merge base theirs ours
	said 'theirs removed this puzzle, which ours changed'
}

@test "the note above a conflict does not become a title, whichever side is chosen" {
	{ board 'First/#####/#@$.#/#####' && lines '' 'a note' '' '' &&
		board 'Second/######/#@ $.#/######' && lines '' R '' '' &&
		board '#######/#@  $.#/#######'; } >base
	cp base ours && cp base theirs
	# One side removes the second puzzle, the other one changes it.
	{ board 'First/#####/#@$.#/#####' && lines '' 'a note' '::' '' '' &&
		board '#######/#@  $.#/#######'; } >ours
	sed 's/^R$/rR/' base >theirs
	try 1 sokfmt --merge base ours theirs
	sed '/^=====/,/^>>>>>/d;/^<<<<</d' "$out" >chosen
	sokfmt ours | same - chosen
	sed '/^<<<<</,/^=====/d;/^>>>>>/d' "$out" >chosen
	sokfmt theirs | same - chosen
	try 1 sokfmt --merge base theirs ours
	sed '/^=====/,/^>>>>>/d;/^<<<<</d' "$out" >chosen
	sokfmt theirs | same - chosen
	sed '/^<<<<</,/^=====/d;/^>>>>>/d' "$out" >chosen
	sokfmt ours | same - chosen
}

@test "different changes of one puzzle are a conflict of that puzzle only" {
	three
	sed -i 's/Beta/Beth/; s/Alpha/Aleph/' ours
	sed -i 's/Beta/Vita/; s/Gamma/Gimel/' theirs
	try 1 sokfmt --merge base ours theirs
	{
		level Aleph 1 'Author: Ann' '' 'A note'
		lines '<<<<<<< ours' '' ''
		level Beth 2
		lines '=======' '' ''
		level Vita 2
		lines '>>>>>>> theirs' '' ''
		level Gimel 3
	} >want
	same want "$out"
	one_line "$err"
	# Without one version and the markers it is formatted.
	sed '/^<<</d; /^===/,/^>>>/d' "$out" >chosen
	try 0 sokfmt chosen
	same chosen "$out"
}

@test "every part of a puzzle can conflict, and the message names the part" {
	three
	sed -i 's/A note/Our note/' ours
	sed -i 's/A note/Their note/' theirs
	try 1 sokfmt --merge base ours theirs
	said 'changed the text'
	three
	sed -i 's/Ann/Bob/' ours
	sed -i 's/Ann/Eve/' theirs
	try 1 sokfmt --merge base ours theirs
	said 'changed the text'
	three
	sed -i 's/#@  \$\.#/# @ $.#/' ours
	sed -i 's/#@  \$\.#/#@ $ .#/' theirs
	try 1 sokfmt --merge base ours theirs
	said 'changed the board'
	three
	printf '\nFoo\nrrrR\n' >>base
	cp base ours
	cp base theirs
	sed -i 's/Foo/Solution 1/' ours
	sed -i 's/Foo/Solution 2/' theirs
	try 1 sokfmt --merge base ours theirs
	said 'changed the games'
}

@test "a conflict in the header does not affect the puzzles" {
	three
	for i in base ours theirs; do
		{ lines "Set: $i" '' 'One line' '' ''; cat "$i"; } >new
		mv new "$i"
	done
	sed -i 's/Beta/Beth/' ours
	try 1 sokfmt --merge base ours theirs
	{
		lines '<<<<<<< ours' 'Set: ours' '' 'One line' '=======' \
		    'Set: theirs' '' 'One line' '>>>>>>> theirs' '' ''
		tail -n +6 ours
	} >want
	same want "$out"
	said 'both sides changed the header'
	sed -i 's/Set: theirs/Set: base/; s/One line/Two lines/' theirs
	merged
	head -n 3 "$out" >got
	lines 'Set: ours' '' 'Two lines' >want
	same want got
}

@test "games of both sides are combined, and equal moves written once" {
	three
	printf '\nSolution\nrrrR\n' >>ours
	printf '\nSolution\nRrRr\n\nSnapshot\nrr\n' >>theirs
	merged
	printf '\nSolution\nrrrR\n\nSnapshot\nrr\n' >>base
	same base "$out"
}

@test "games are turned with a board that one side turned" {
	collection base <<<'Alpha 1 Solution rR'
	sokfmt --transform=rotate90 -o ours base
	collection theirs <<<'Alpha 1 Solution rR "" Snapshot r'
	merged
	sokfmt --transform=rotate90 theirs >want
	same want "$out"
	try 0 sokfmt --merge base theirs ours
	same want "$out"
}

# turns ROWS [KEY]: one side turns a board in each way, the other one adds a
# solution, which is turned as well.
turns() {
	local turn
	{ lines Turned ''; board "$1"; [ $# -eq 1 ] || lines '' "$2"; } >base
	{ cat base; lines '' rRlrR; } >games
	try 0 sokreplay games
	for turn in rotate90 rotate180 rotate270 flip-h flip-v transpose \
		anti-transpose; do
		sokfmt --transform=$turn -o board base
		sokfmt --transform=$turn games >want
		try 0 sokfmt --merge base games board
		quiet
		same want "$out"
		try 0 sokfmt --merge base board games
		quiet
		same want "$out"
		try 0 sokreplay want
	done
}

@test "games are turned with any board, also with several players and open boards" {
	turns '#######/#@ $ .#/#    ##/#######'
	turns '#######/#@ $ .#/#   @##/#######' 'Game: Multiban'
	turns '#######/ @ $ .#/#    ##/#######'
	turns '#######/ @ $ .#/#   @##/#######' 'Game: Multiban'
	# Only a change of players says that they take turns.
	{ lines Turned '' && board '########/#@ $ .@#/########'; } >base
	{ cat base && lines '' '{rrrrr}{lllll}rRR'; } >ours
	sokfmt --transform=flip-h -o theirs base
	sokfmt --transform=flip-h ours >want
	try 0 sokfmt --merge base ours theirs
	quiet
	same want "$out"
	try 0 sokreplay want
}

@test "a game gets a walk from the player's new position on the other side" {
	{ lines Moved '' && board '#######/#@ $ .#/#######'; } >base
	{ cat base && lines '' rRR; } >ours
	sed 's/@ /.@/; s/\.@/ @/' base >theirs
	try 0 sokfmt --merge base ours theirs
	quiet
	{ cat theirs && lines '' lrRR; } | expect_out
}

@test "a new game that does not fit the other side's board is a conflict" {
	message='ours:3:1: error: a game of one side does not fit what the other side made of this puzzle; both versions are marked [conflict-marker] (puzzle 1 "Goal")'
	{ lines Goal '' && board '########/#@ $. .#/########'; } >base
	{ cat base && lines '' rR; } >ours
	sed 's/\$\. /$ ./; s/\.\.#/. #/' base >theirs
	{ lines '<<<<<<< ours' && cat ours && lines ======= && cat theirs &&
		lines '>>>>>>> theirs'; } >want
	try 1 sokfmt --merge base ours theirs
	same want "$out"
	expect_err <<<"$message"
	try 1 sokfmt --merge base theirs ours
	said 'does not fit what the other side made of this puzzle'
	# It would leave the board that the other side cropped.
	{ lines Margin '' && board '-######/-@ $ .#/-######'; } >base
	{ cat base && lines '' lrrRR; } >ours
	sed 's/^-//' base >theirs
	try 1 sokfmt --merge base ours theirs
	said 'does not fit what the other side made of this puzzle'
	# One that fits is taken, and so is a snapshot.
	{ cat base && lines '' rRR '' 'Snapshot' rR; } >ours
	try 0 sokfmt --merge base ours theirs
	{ cat theirs && lines '' rRR '' 'Snapshot' rR; } | expect_out
	# A game that was illegal before is nobody's fault here.
	{ cat base && lines '' rRRRRR; } >ours
	try 0 sokfmt --merge base ours theirs
	quiet
}

@test "a puzzle moved by one side is moved; if both moved it, ours wins" {
	three
	collection theirs <<-'EOT'
		Beta 2
		Gamma 3
		Alpha 1 'Author: Ann' '' 'A note'
	EOT
	sed -i 's/Gamma/Gimel/' ours
	merged
	sed -i 's/Gamma/Gimel/' theirs
	same theirs "$out"
	collection ours <<-'EOT'
		Gamma 3
		Alpha 1 'Author: Ann' '' 'A note'
		Beta 2
	EOT
	merged
	titles "$out" >got
	lines Gimel Alpha Beta >want
	same want got
}

@test "-w writes the second operand, and --stdin-name names it in messages" {
	three
	sed -i 's/Beta/Beth/' theirs
	try 0 sokfmt --merge -w --stdin-name=levels.sok base ours theirs
	no_output
	quiet
	same theirs ours
	sed -i 's/Beth/Vita/' ours
	sed -i 's/Beth/Beta2/' theirs
	try 1 sokfmt --merge -w --stdin-name=levels.sok --marker-size=9 \
		base ours theirs
	no_output
	said '^levels.sok:14:1: error: both sides changed the title'
	grep -cE '^(<{9} ours|={9}|>{9} theirs)$' ours >"$out"
	expect_out <<<3
}

@test "the suffix of --stdin-name determines the variant" {
	lines '-#-#-#-#' '#-@-$-.-#' '-#-#-#-#' >base
	sed 's/-/_/g' base >ours
	cp base theirs
	sokfmt --stdin-name=a.hsb - <base >want
	try 0 sokfmt --merge --stdin-name=a.hsb base ours theirs
	same want "$out"
}

@test "an unreadable operand leaves the second one unchanged" {
	three
	sed -i 's/Beta/Beth/' theirs
	cp ours before
	try 2 sokfmt --merge -w missing ours theirs
	same before ours
	try 2 sokfmt --merge -w base ours missing
	same before ours
	mkdir folder
	cp base folder/a.sok
	try 2 sokfmt --merge -w base ours folder
	same before ours
	printf '\0\1\2\3\4\5' >binary
	try 2 sokfmt --merge -w base ours binary
	same before ours
	try 2 sokfmt --merge -w --limit=squares=10 base ours theirs
	same before ours
}

@test "an operand with conflict markers is refused" {
	three
	{ cat base; lines '<<<<<<< HEAD' '=======' '>>>>>>> x'; } >theirs
	cp ours before
	try 2 sokfmt --merge -w base ours theirs
	said 'theirs: has the markers of a conflict'
	same before ours
	try 2 sokfmt --merge base theirs ours
	no_output
}

@test "-o, -l, -d and -c show the merge without changing the operand" {
	three
	sed -i 's/Beta/Beth/' theirs
	cp ours before
	try 0 sokfmt --merge -o new base ours theirs
	same theirs new
	try 1 sokfmt --merge -l base ours theirs
	expect_out <<<ours
	try 1 sokfmt --merge -d base ours theirs
	printed '^\+Beth'
	try 1 sokfmt --merge -c base ours theirs
	try 0 sokfmt --merge -c base theirs ours
	same before ours
}

@test "--merge needs three files, and refuses options that change puzzles" {
	three
	try 2 sokfmt --merge base ours
	said 'needs three files'
	try 2 sokfmt --merge base ours theirs base
	try 2 sokfmt --merge --unique base ours theirs
	said -- '--unique does not go with --merge'
	try 2 sokfmt --merge -s 1 base ours theirs
	try 2 sokfmt --marker-size=9 base
	said -- '--marker-size needs --merge'
	try 2 sokfmt --merge --marker-size=0 base ours theirs
}

@test "empty files can be merged" {
	three
	: >empty
	try 0 sokfmt --merge empty ours empty
	same ours "$out"
	try 0 sokfmt --merge empty empty ours
	same ours "$out"
	try 0 sokfmt --merge empty ours ours
	same ours "$out"
	try 0 sokfmt --merge base empty base
	no_output
}

@test "other formats are merged like .sok" {
	three
	sokconv -q -t jsonl -o b base
	sed -i 's/Beta/Beth/' theirs
	sokconv -q -t slc -o t theirs
	gzip -c ours >o.gz
	try 0 sokfmt -q --merge b o.gz t
	titles "$out" >got
	lines Alpha Beth Gamma >want
	same want got
	try 2 sokfmt --merge -w base o.gz theirs
	try 2 sokfmt --merge -w base t theirs
}

@test "the merge contains all disjoint random edits of both sides" {
	needs python3
	try 0 python3 "$BATS_TEST_DIRNAME/edits/three_way.py" 1 40
	no_output
}

# ---- git

repository() {
	needs git
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=ann@example.org
	export GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=ann@example.org
	local snippets=$BATS_TEST_DIRNAME/../cmd/share
	[ -e "$snippets/gitconfig" ] || skip 'without the snippets'
	git init -q
	git config --local include.path "$(cd "$snippets" && pwd)/gitconfig"
	cp "$snippets/gitattributes" .gitattributes
	mkdir 'my levels'
}

diverge() {
	three
	{ sed 's/Alpha/Aleph/' base; printf '\n\n'; level Ours 7; } >ours
	{ sed 's/A note/A remark/' base; printf '\n\n'; level Theirs 8; } >theirs
	{ sed 's/Alpha/Aleph/; s/A note/A remark/' base
	  printf '\n\n'; level Ours 7; printf '\n\n'; level Theirs 8; } >both
}

# branches: commit the files of diverge() on two branches.
branches() {
	repository
	diverge
	cp base "my levels/-it's.sok"
	git add .
	git commit -qm base
	git checkout -qb side
	cp theirs "my levels/-it's.sok"
	git commit -qam theirs
	git checkout -q -
	cp ours "my levels/-it's.sok"
	git commit -qam ours
}

@test "git merge merges puzzles" {
	branches
	try 0 git merge -qm both side
	same both "my levels/-it's.sok"
}

@test "git rebase merges puzzles" {
	branches
	try 0 git rebase -q side
	titles "my levels/-it's.sok" >got
	lines Aleph Beta Gamma Theirs Ours >want
	same want got
	grep -q 'A remark' "my levels/-it's.sok"
}

@test "git merge stops at a puzzle changed by both sides" {
	branches
	sed -i 's/Beta/Beth/' "my levels/-it's.sok"
	git commit -qam Beth
	git checkout -q side
	sed -i 's/Beta/Vita/' "my levels/-it's.sok"
	git commit -qam Vita
	git checkout -q -
	try 1 git merge -qm both side
	said "^my levels/-it's.sok:[0-9]+:1: error: both sides changed the title"
	sed 's/Beta/Beth/' both >want
	sed '/^<<</d; /^===/,/^>>>/d' "my levels/-it's.sok" >got
	same want got
	git ls-files -u >"$out"
	[ -s "$out" ]
}

@test "git merges random histories without losing puzzles, solutions or notes" {
	needs git
	needs python3
	local snippets=$BATS_TEST_DIRNAME/../cmd/share
	[ -e "$snippets/gitconfig" ] || skip 'without the snippets'
	try 0 python3 "$BATS_TEST_DIRNAME/edits/histories.py" "$snippets" 1 12
	no_output
}
