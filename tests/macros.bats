#!/usr/bin/env bats
# sokfmt --expand-macros: definitions of headers, and where they are named.

load helper

small='#####/#@$.#/#####'
two='######/#@ $.#/######'

@test "--expand-macros puts the text in and drops what was used" {
	cat >in <<-'EOT'
	Licence=free for all
	Unused=stays


	#####
	#@$.#
	#####

	This is <#licence#/>, see <#Nobody#/>.
	EOT
	try 0 sokfmt in
	same in "$out"
	try 0 sokfmt --expand-macros in
	expect_out <<-'EOT'
	Unused=stays


	#####
	#@$.#
	#####

	This is free for all, see <#Nobody#/>.
	EOT
	said ': warning: .*\[undefined-macro\]'
}

@test "--expand-macros expands once, and leaves what the header names" {
	cat >in <<-'EOT'
	A=uno <#B#/>
	B=dos
	Author: <#B#/>


	#####
	#@$.#
	#####

	See <#A#/> and <#B#/>.
	EOT
	try 0 sokfmt --expand-macros in
	expect_out <<-'EOT'
	B=dos
	Author: <#B#/>


	#####
	#@$.#
	#####

	See uno <#B#/> and dos.
	EOT
	# Equal headers are one header; of different ones each puzzle keeps its own.
	try 0 sokfmt --expand-macros in in
	[ "$(grep -c '^Author: <#B#/>$' "$out")" -eq 1 ]
	[ "$(grep -c '^See uno <#B#/> and dos.$' "$out")" -eq 2 ]
	{ echo Other; cat in; } >other
	try 0 sokfmt --expand-macros in other
	expect_out <<-'EOT'
	B=dos
	:: Author: <#B#/>


	#####
	#@$.#
	#####

	Author: dos

	See uno <#B#/> and dos.

	:: Other
	::
	:: B=dos
	:: Author: <#B#/>


	#####
	#@$.#
	#####

	Author: dos

	See uno <#B#/> and dos.
	EOT
}

@test "macros are expanded where the lines that define them are dropped" {
	board "$two" >a
	{ lines who=Eve '' && board "$small" && lines '' 'Author: <#who#/>' \
	'A note.'; } >b
	try 0 sokfmt --drop=notes a b
	{ board "$two" && lines '' '' && board "$small" &&
		lines '' 'Author: Eve'; } | expect_out
	quiet
}

@test "--expand-macros ends where a macro names itself" {
	{ lines 'A=<#A#/><#A#/>' '' '' && board "$small" &&
		lines '' '<#A#/>'; } >in
	try 0 timeout 5 sokfmt --expand-macros in
}

@test "--expand-macros leaves definitions that are still named" {
	{ lines First=Jim 'Name=<#First#/> Smith' '' '' && board "$small" &&
		lines '' 'By <#Name#/>, <#First#/>.'; } >in
	try 0 sokfmt --expand-macros in
	{ lines First=Jim '' '' && board "$small" &&
		lines '' 'By <#First#/> Smith, Jim.'; } | expect_out
	quiet
}

@test "a comment block of the header defines no macros" {
	{ lines Comment: Name=Eve Comment-End: '' '' && board "$small" &&
		lines '' 'By <#Name#/>.'; } >in
	try 0 sokfmt --expand-macros in
	same in "$out"
	said ': warning: .*\[undefined-macro\]'
}
@test "quotes around what a macro stands for are not part of it" {
	{ lines 'Who="Eve, of course"' 'What="' '' '' && board "$small" &&
		lines '' 'By <#who#/>, <#what#/>.'; } >in
	try 0 sokfmt --expand-macros in
	{ board "$small" && lines '' 'By Eve, of course, ".'; } | expect_out
}

@test "a key of the header that names a macro keeps its definition" {
	{ lines Who=Eve 'Author: <#Who#/>' '' '' && board "$small" &&
		lines '' 'By <#who#/>.'; } >in
	try 0 sokfmt --expand-macros in
	sed 's/^By.*/By Eve./' in | same - "$out"
}

@test "what a macro stands for is text, whatever it looks like" {
	for value in R '#####' 'Comment:'; do
		{ lines "M=$value" '' '' && board "$small" &&
			lines '' '<#M#/>'; } >in
		try 0 sokfmt --expand-macros in
		{ board "$small" && lines '' Comment: "$value" Comment-End:
		} >want
		[ "$value" != Comment: ] || sed -i '6s/^/ /' want
		same want "$out"
	done
}

@test "blank lines in a comment block stay where a macro is expanded" {
	{ lines M=one '' '' && board "$small" &&
		lines '' Comment: a '' '' '<#M#/>' Comment-End:; } >in
	try 0 sokfmt --expand-macros in
	{ board "$small" && lines '' Comment: a '' '' one Comment-End:
	} | expect_out
}

@test "a line that an empty definition shortens is like one that was read" {
	lines 'Author:' '' T '#####' '#@$.#' '#####' \
		'Copyright: 1999 <#Author#/>' >q
	try 0 sokfmt -w --expand-macros q
	quiet
	grep -qx 'Copyright: 1999' q
	lines 'Void=' '' T '' '#####' '#@$.#' '#####' 'a <#Void#/>' \
		'<#Void#/> ' b '' 'Solution' R '<#Void#/>' >q
	try 0 sokfmt -w --expand-macros q
	try 0 sokfmt -c q
}
