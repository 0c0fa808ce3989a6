/*
 * input.js - keys, and pointers on a board: a tap walks or takes a box, a drag
 * takes a box to a square, a swipe is one step.
 */
const ARROWS = {ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r",
	w: "u", s: "d", a: "l", d: "r"};
const CORNERS = {8: "u", 2: "d", 4: "l", 6: "r"};
/* On grids with diagonals: the keys around S, or the digits around 5. */
const KEYS_OF = {
	4: ARROWS,
	6: {...ARROWS, ...CORNERS, q: "u", 7: "u", e: "n", 9: "n", z: "s", 1: "s",
		x: "d", c: "d", 3: "d"},
	8: {...ARROWS, ...CORNERS, q: "w", 7: "w", e: "n", 9: "n", z: "s", 1: "s",
		c: "e", 3: "e"},
};
const COMMANDS = {Backspace: "undo", u: "undo", z: "undo", y: "redo",
	Home: "restart", r: "restart", End: "end", " ": "play"};
const ON_BAR = {ArrowLeft: "undo", ArrowRight: "redo", Home: "restart",
	End: "end"};

/* Letters by the place of the key, so that WASD lie together on any keyboard. */
function nameOf(e) {
	const place = /^(?:Key|Digit|Numpad)(\w)$/.exec(e.code);
	return place ? place[1].toLowerCase() : e.key;
}

/* In the single view, keys that go nowhere else go to its board. */
function pressed(e) {
	const nowhere = e.target === document.body;
	const article = nowhere ? shown : e.target.closest("article");
	const player = playerOf(article);
	const name = nameOf(e);
	if (!player || e.altKey || e.metaKey)
		return;
	let command;
	if (e.ctrlKey) {
		command = {z: e.shiftKey ? "redo" : "undo", y: "redo"}[name];
	} else if (nowhere || e.target === player.board) {
		player.setUp();
		const {grid, game} = player;
		const letter = KEYS_OF[grid.letters.length][name];
		if (letter) {
			e.preventDefault();
			player.step(grid.letters.indexOf(letter), e.shiftKey);
			return;
		}
		command = COMMANDS[name];
		if (name === "Enter")
			openPuzzle(article);
		if (name === "n" && game.players.length > 1)
			player.walk(game.players[(game.who + 1) % game.players.length]);
	} else if (e.target.matches("button")) {
		command = ON_BAR[e.key];
	}
	if (!command)
		return;
	e.preventDefault();
	player.press(command);
}

/* ---- pointers */

const TAP = 8, SWIPE = 24; /* pixels */
let held = null; /* the pointer that is down: where, and its box if any */
let taken = null; /* a box that was tapped: its cell and routes */

function take(player, box, done) {
	const t = {player, box, routes: null, done};
	askRoutes(player.game, box, (routes) => {
		t.routes = routes;
		const cells = [...routes.first.keys()]
			.filter((cell) => routes.first[cell] >= 0);
		player.view.offer(box, cells);
		if (cells.length === 0)
			say(player.game.reverse ? "This box cannot be pulled."
				: "This box cannot be pushed.");
		t.done?.();
	});
	return t;
}

function letGo() {
	taken?.player.view.marks.replaceChildren();
	held?.box?.player.view.marks.replaceChildren();
	taken = held = null;
}

/* Whether a touch there is meant for the board, not to scroll the page. */
function isFor(player, cell) {
	return player.board === document.activeElement ||
		player.article.classList.contains("shown") ||
		player.game.box[cell] >= 0 || player.game.players.includes(cell);
}

function playerAt(e) {
	const board = e.target.closest?.(".board");
	const player = playerOf(board?.closest("article"));
	player?.setUp();
	return player;
}

function pointerDown(e) {
	const player = playerAt(e);
	if (!player || e.button !== 0 || !e.isPrimary)
		return;
	player.pause();
	player.board.focus({preventScroll: true});
	const cell = player.view.cellAt(e);
	if (taken?.player !== player)
		letGo();
	held = {player, cell, x: e.clientX, y: e.clientY, box: null};
	if (player.game.box[cell] >= 0 && !taken) {
		held.box = take(player, cell);
		player.board.setPointerCapture(e.pointerId);
	}
}

function pointerMove(e) {
	if (!held?.box)
		return;
	const {view} = held.player, cell = view.cellAt(e);
	view.marks.querySelector(".target")?.remove();
	if (cell >= 0 && cell !== held.cell)
		view.ring(cell, held.box.routes?.first[cell] >= 0 ? "target"
			: "target never");
}

function pointerUp(e) {
	if (!held)
		return;
	const {player, cell, x, y, box} = held;
	const dx = e.clientX - x, dy = e.clientY - y;
	const far = Math.hypot(dx, dy), there = player.view.cellAt(e);
	const before = taken;
	held = null;
	if (far < TAP || (there === cell && (box || far < SWIPE)))
		tap(player, cell, before, box);
	else if (box)
		deliver(box, there);
	else if (far >= SWIPE)
		player.step(nearest(player, dx, dy), false);
}

function tap(player, cell, before, box) {
	if (before && before.box !== cell && player.game.box[cell] >= 0) {
		letGo();
		taken = take(player, cell);
	} else if (before) {
		if (before.box === cell)
			letGo();
		else
			deliver(before, cell);
	} else if (box) {
		taken = box;
	} else if (cell >= 0) {
		player.walk(cell);
	}
}

/* Push a box to a square as soon as its routes are known. */
function deliver(box, cell) {
	const push = () => {
		letGo();
		box.player.view.marks.replaceChildren();
		if (cell >= 0)
			box.player.push(box.box, box.routes, cell);
	};
	if (box.routes)
		push();
	else
		box.done = push;
}

/* The direction of a step that is nearest to that of a swipe. */
function nearest({view, grid, game}, dx, dy) {
	const [x, y] = view.centre(game.player);
	const along = grid.letters.map((c) => {
		const to = grid.lead(game.player, c);
		const [tx, ty] = to < 0 ? [x, y] : view.centre(to);
		return to < 0 ? -1 : ((tx - x) * dx + (ty - y) * dy) /
			Math.hypot(tx - x, ty - y);
	});
	return along.indexOf(Math.max(...along));
}

function listen(main) {
	document.addEventListener("keydown", pressed);
	main.addEventListener("pointerdown", pointerDown);
	main.addEventListener("pointermove", pointerMove);
	main.addEventListener("pointerup", pointerUp);
	main.addEventListener("pointercancel", letGo);
	main.addEventListener("touchstart", (e) => {
		const player = e.touches.length === 1 && playerAt(e);
		if (player && isFor(player, player.view.cellAt(e.touches[0])))
			e.preventDefault();
	}, {passive: false});
	main.addEventListener("click", (e) => {
		const button = e.target.closest("button");
		const player = playerOf(button?.closest("article"));
		if (player)
			player.press(button.classList[0]);
	});
	main.addEventListener("input", (e) => {
		const player = playerOf(e.target.closest("article"));
		if (player && e.target === player.position)
			player.goTo(+e.target.value);
		if (player && e.target === player.select)
			player.choose(e.target.value);
	});
}
