/*
 * storage.js - one's own solutions, kept by board in the browser, so that they
 * are there whichever page has the puzzle.  A browser may refuse to keep
 * anything; then they last as long as the visit.
 */
const memory = new Map();
let refused = false, earlier;

/* Whether there may be solutions of a board. */
function isKept(board) {
	try {
		earlier ??= new Set(Object.keys(localStorage));
	} catch {
		earlier = new Set();
	}
	return memory.has(board) || earlier.has(`soktools ${board}`);
}

/* The solutions of a board, as {text, moves, pushes}, the fewest moves first.
 * What others have put there is not believed. */
function readSolutions(board) {
	let kept = memory.get(board);
	try {
		kept ??= localStorage.getItem(`soktools ${board}`);
	} catch {
		refused = true;
	}
	try {
		return JSON.parse(kept ?? "[]").filter((s) =>
			/^[a-zA-Z[\]{}]+$/.test(s.text) && s.moves > 0 && s.pushes > 0);
	} catch {
		return [];
	}
}

/* Keep a solution if no other has as few moves and as few pushes; those that it
 * beats in both go.  Returns whether the browser will still have it. */
function keepSolution(board, s) {
	const beats = (a, b) => a.moves <= b.moves && a.pushes <= b.pushes;
	const others = readSolutions(board);
	if (!others.some((other) => beats(other, s))) {
		const kept = JSON.stringify([...others.filter((o) => !beats(s, o)), s]
			.sort((a, b) => a.moves - b.moves));
		memory.set(board, kept);
		try {
			localStorage.setItem(`soktools ${board}`, kept);
			refused = false;
		} catch {
			refused = true;
		}
	}
	return !refused;
}
