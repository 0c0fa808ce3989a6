/* puzzles.js - what the tests of pages are played on. */

export const sample = `Collection: Sample
Author: Ann

Forward

#######
#@ $ .#
#######

Solution
rRR

Wrong case
rrr

Too far
rRRR

Snapshot
rR*R

Groups
(r)(RR)

Reverse
[rrr]LL

Nothing pulled
[]r

Early jump
r[r]R

Multiban

#######
#  .  #
#  $  #
# .$  #
# @ @ #
#  .  #
#  $  #
#  @  #
#######

Game: Multiban

{rddd}Urr{uul}uLU

No title

-----
@.$--
-----
`;

/* Puzzles with a solution each. */
export const collection = `Collection: Three


First

#######
#@ $ .#
#######

Solution 3/2
rRR


Second

######
#    #
# $$ #
#@.. #
######

Solution 7/2
uurDurD


10th

#####
#@  #
# $ #
# . #
#   #
#####

Solution 2/1
rD
`;

/* A board of 2,000 squares with a hundred boxes. */
const row = (middle) => `#${middle}#\n`;
export const large = `Large

${row("#".repeat(48))}${row(` @$${" ".repeat(45)}`)}${
	Array.from({length: 37}, (empty, i) => row(i % 3 ? " ".repeat(48)
		: " $ . ".repeat(9) + "   ")).join("")}${row("#".repeat(48))}
Solution
rlrl
`.replace("@$", "@ ").replace("$ . ", "$ .$");
