/*
 * model.js - grids of cells, and a game in progress, without a page.
 *
 * A cell is a number, y * width + x.  Directions are numbered as the letters
 * of the grid are; two tables say where each of them leads from a cell, and
 * from which cell it leads there, or -1.
 */
const SQUARES = "u0,-1 d0,1 l-1,0 r1,0";
const CLOSE = {"[": "]", "{": "}"};

class Grid {
	/*
	 * The board as run-length text; the steps from cells where x + y is
	 * even, and where it is odd; in Sokoban+, the numbers of the boxes and
	 * of the goals in reading order.
	 */
	constructor(board, steps = SQUARES, odd = steps, numbers = ["", ""]) {
		const rows = board.replace(/(\d+)(\D)/g,
			(all, n, c) => c.repeat(n)).split("|");
		this.rows = rows;
		this.width = Math.max(...rows.map((row) => row.length));
		this.size = this.width * rows.length;
		this.wall = new Uint8Array(this.size);
		this.goals = [];
		this.boxes = [];
		this.players = [];
		rows.forEach((row, y) => [...row].forEach((c, x) => {
			const cell = y * this.width + x;
			this.wall[cell] = c === "#";
			for (const [list, squares] of [[this.goals, ".*+"],
				[this.boxes, "$*"], [this.players, "@+"]])
				if (squares.includes(c))
					list.push(cell);
		}));
		[this.boxNumbers, this.goalNumbers] = numbers.map((text) =>
			text ? text.split(" ").map(Number) : null);
		this.kinds = [steps, odd].map((text) => new Map(
			[...text.matchAll(/(\w)(-?\d+),(-?\d+)/g)]
				.map(([, c, x, y]) => [c, [+x, +y]])));
		this.letters = [...new Set([...this.kinds[0].keys(),
			...this.kinds[1].keys()])];
		this.next = this.letters.map(() => new Int32Array(this.size).fill(-1));
		this.back = this.letters.map(() => new Int32Array(this.size).fill(-1));
		for (let cell = 0; cell < this.size; cell++)
			this.letters.forEach((c, i) => {
				const to = this.wall[cell] ? -1 : this.lead(cell, c);
				if (to < 0 || this.wall[to])
					return;
				this.next[i][cell] = to;
				this.back[i][to] = cell;
			});
	}

	/* Where a letter leads from a cell, whatever is there; -1: nowhere. */
	lead(cell, letter) {
		const x = cell % this.width, y = (cell - x) / this.width;
		const [dx, dy] = this.kinds[(x + y) & 1].get(letter) ?? [NaN];
		const inside = x + dx >= 0 && x + dx < this.width &&
			cell + dy * this.width >= 0 &&
			cell + dy * this.width < this.size;
		return inside ? cell + dx + dy * this.width : -1;
	}

	/*
	 * The directions of a shortest way from a cell to another, over cells
	 * for which may() is true; null if there is none.  to -1: the set of
	 * all cells that can be reached.
	 */
	way(from, to, may, next = (i, cell) => this.next[i][cell]) {
		const came = new Map([[from, -1]]);
		const ends = [from];
		for (const cell of ends) {
			if (cell === to)
				break;
			for (let i = 0; i < this.letters.length; i++) {
				const there = next(i, cell);
				if (there >= 0 && !came.has(there) && may(there)) {
					came.set(there, [cell, i]);
					ends.push(there);
				}
			}
		}
		if (to < 0)
			return new Set(ends);
		if (!came.has(to))
			return null;
		const way = [];
		for (let step = came.get(to); step !== -1; step = came.get(step[0]))
			way.unshift(step[1]);
		return way;
	}

	/* Letters that lead from a cell to another, through anything. */
	displacement(from, to) {
		const lead = (i, cell) => this.lead(cell, this.letters[i]);
		return (this.way(from, to, () => true, lead) ?? [])
			.map((i) => this.letters[i]).join("");
	}

	/* The cells of the players, and those that they could reach if no box
	 * blocked them. */
	get area() {
		this.reach ??= new Set(this.players.flatMap((cell) =>
			[...this.way(cell, -1, () => true)]));
		return this.reach;
	}
}

/*
 * A game: the steps that were played, of which the first `at` are on the board.
 * A step moves player `who` from a cell to another, and box `box`, unless it is
 * -1; `then` is the active player afterwards.  In reverse play the boxes begin
 * on the goals.
 */
class Game {
	constructor(grid, reverse = false) {
		this.grid = grid;
		this.reverse = reverse;
		this.boxes = [...(reverse ? grid.goals : grid.boxes)];
		this.goals = reverse ? grid.boxes : grid.goals;
		this.goal = new Uint8Array(grid.size);
		this.goals.forEach((cell) => this.goal[cell] = 1);
		this.box = new Int32Array(grid.size).fill(-1);
		this.boxes.forEach((cell, i) => this.box[cell] = i);
		this.off = this.boxes.filter((cell) => !this.goal[cell]).length;
		this.players = [...grid.players];
		this.who = 0;
		this.steps = [];
		this.at = 0;
	}

	get player() {
		return this.players[this.who];
	}

	get moves() {
		return this.steps[this.at - 1]?.moves ?? 0;
	}

	get pushes() {
		return this.steps[this.at - 1]?.pushes ?? 0;
	}

	free(cell) {
		return cell >= 0 && this.box[cell] < 0 && !this.players.includes(cell);
	}

	/* ---- what can be done: a step, or a sentence that says why not */

	/* Go in a direction; `pull`: with the box on the other side. */
	letter(i, pull = false) {
		const {next, back, letters} = this.grid;
		const from = this.player, to = next[i][from];
		const s = {who: this.who, then: this.who, from, to, box: -1,
			text: letters[i], cost: 1};
		if (this.reverse && this.box[from] >= 0)
			return "Only a jump leaves a box: choose a square.";
		if (to < 0)
			return "A wall is in the way.";
		if (this.players.includes(to))
			return "Another player is in the way.";
		if (this.reverse ? pull : this.box[to] >= 0) {
			s.boxFrom = this.reverse ? back[i][from] : to;
			s.boxTo = this.reverse ? from : next[i][to];
			s.box = s.boxFrom < 0 ? -1 : this.box[s.boxFrom];
			s.text = s.text.toUpperCase();
		}
		if (this.reverse && this.box[to] >= 0)
			return "A box is in the way.";
		if (this.reverse && pull && s.box < 0)
			return "No box is there to be pulled.";
		if (!this.reverse && s.box >= 0 && s.boxTo < 0)
			return "A wall stops the box.";
		if (!this.reverse && s.box >= 0 && !this.free(s.boxTo))
			return this.box[s.boxTo] >= 0 ? "Another box stops the box."
				: "A player stops the box.";
		return s;
	}

	/* Reverse play: go to any square of the area, before the first pull. */
	jump(to) {
		const text = this.grid.displacement(this.player, to);
		if (this.pushes > 0)
			return "No way leads there.";
		if (!this.free(to) || !this.grid.area.has(to))
			return "The player cannot stand there.";
		return this.leap(to, `[${text}]`, text.length);
	}

	/* Make another player the active one. */
	change(who) {
		const text = this.grid.displacement(this.player, this.players[who]);
		return {...this.leap(this.player, `{${text}}`, 0), then: who};
	}

	leap(to, text, cost) {
		return {who: this.who, then: this.who, from: this.player, to, box: -1,
			text, cost};
	}

	/* The directions of a shortest walk, or null. */
	walk(to) {
		if (this.reverse && this.box[this.player] >= 0)
			return null;
		return this.free(to) || to === this.player
			? this.grid.way(this.player, to, (cell) => this.free(cell)) : null;
	}

	/* ---- what was done */

	/* Play a step after those on the board; others after them are dropped
	 * unless it is the next of them. */
	add(s) {
		const next = this.steps[this.at];
		if (next?.text !== s.text || next.who !== s.who) {
			this.steps.length = this.at;
			s.moves = this.moves + s.cost;
			s.pushes = this.pushes + (s.box >= 0 ? 1 : 0);
			this.steps.push(s);
		}
		return this.go(this.at + 1);
	}

	/* Undo or redo up to a position.  Returns which pieces were moved: boxes
	 * by number, then players. */
	go(to) {
		const touched = new Set();
		to = Math.max(0, Math.min(this.steps.length, to));
		while (this.at !== to) {
			const on = this.at < to, s = this.steps[on ? this.at++ : --this.at];
			this.players[s.who] = on ? s.to : s.from;
			this.who = on ? s.then : s.who;
			touched.add(this.boxes.length + s.who);
			if (s.box < 0)
				continue;
			const here = on ? s.boxFrom : s.boxTo;
			const there = on ? s.boxTo : s.boxFrom;
			this.off += this.goal[here] - this.goal[there];
			this.box[here] = -1;
			this.box[there] = s.box;
			this.boxes[s.box] = there;
			touched.add(s.box);
		}
		return touched;
	}

	/* Append the moves of a text, up to one that is impossible; ends where
	 * the game was. */
	load(text) {
		const at = this.at;
		this.go(this.steps.length);
		for (let i = 0; i < text.length; i++) {
			const c = text[i], end = text.indexOf(CLOSE[c], i);
			let s;
			if (CLOSE[c]) {
				const way = text.slice(i + 1, end).replace(/[^a-z]/gi, "");
				let to = this.player;
				for (const letter of way.toLowerCase())
					to = this.grid.lead(to, letter);
				i = end;
				s = c === "[" ? this.leap(to, `[${way}]`, way.length)
					: {...this.leap(this.player, `{${way}}`, 0),
						then: this.players.indexOf(to)};
			} else {
				const way = this.grid.letters.indexOf(c.toLowerCase());
				if (way < 0)
					continue;
				s = this.letter(way, c < "a");
			}
			if (typeof s === "string" || s.to < 0 || s.then < 0)
				break;
			this.add(s);
		}
		this.go(at);
	}

	/* The moves on the board as text.  A reverse game begins with a jump. */
	text() {
		const text = this.steps.slice(0, this.at).map((s) => s.text).join("");
		return this.reverse && !/^(\{[^}]*\})*\[/.test(text) ? `[]${text}` : text;
	}

	/* Whether sokreplay would say of these moves that they solve. */
	solved() {
		const {grid, reverse} = this;
		if (this.pushes === 0 || this.off > 0 ||
		    (reverse && grid.boxes.length > grid.goals.length))
			return false;
		if (reverse && !this.home())
			return false;
		if (!grid.boxNumbers)
			return true;
		const [has, needs] = reverse ? [grid.goalNumbers, grid.boxNumbers]
			: [grid.boxNumbers, grid.goalNumbers];
		return this.goals.every((cell, i) =>
			(this.box[cell] < 0 ? 0 : has[this.box[cell]]) === needs[i]);
	}

	/* Whether the players can walk back to where the puzzle has them. */
	home() {
		const seen = new Set(), {players} = this.grid;
		for (const cell of this.players) {
			if (seen.has(cell))
				continue;
			const part = this.grid.way(cell, -1, (c) => this.box[c] < 0);
			part.forEach((c) => seen.add(c));
			const many = (list) => list.filter((c) => part.has(c)).length;
			if (many(this.players) !== many(players))
				return false;
		}
		return true;
	}
}
