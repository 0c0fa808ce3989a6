/*
 * routes.js - where a box can be pushed, or pulled.  Large boards are searched
 * by a worker, which gets findRoutes() as text: it uses nothing outside itself.
 */

/*
 * Search all squares to which one box can go while others stay.  A state is a
 * cell of the box and the direction that brought it there, cell * ways + i.
 * Returns for each state the one before it (-1: the start, -2: never reached),
 * and for each cell the first state in which the box is there (-1: none).
 */
function findRoutes({next, back, blocked, player, box, pull}) {
	const ways = next.length, size = blocked.length;
	const from = new Int32Array(size * ways).fill(-2);
	const first = new Int32Array(size).fill(-1);
	const queue = new Int32Array(size * ways), reached = new Int32Array(size);
	const seen = new Int32Array(size);
	let ends = 0, stamp = 0;

	function expand(state, boxAt, playerAt) {
		let n = 1;
		reached[0] = playerAt;
		seen[playerAt] = ++stamp;
		for (let k = 0; k < n; k++)
			for (let i = 0; i < ways; i++) {
				const cell = next[i][reached[k]];
				if (cell < 0 || blocked[cell] || cell === boxAt ||
				    seen[cell] === stamp)
					continue;
				seen[cell] = stamp;
				reached[n++] = cell;
			}
		for (let i = 0; i < ways; i++) {
			const stand = pull ? next[i][boxAt] : back[i][boxAt];
			if (stand < 0 || seen[stand] !== stamp)
				continue;
			const free = pull ? next[i][stand] : next[i][boxAt];
			const to = pull ? stand : free;
			if (free < 0 || blocked[free] || free === boxAt ||
			    from[to * ways + i] !== -2)
				continue;
			from[to * ways + i] = state;
			if (first[to] < 0)
				first[to] = to * ways + i;
			queue[ends++] = to * ways + i;
		}
	}

	expand(-1, box, player);
	for (let k = 0; k < ends; k++) {
		const i = queue[k] % ways, cell = (queue[k] - i) / ways;
		expand(queue[k], cell, pull ? next[i][cell] : back[i][cell]);
	}
	first[box] = -1;
	return {from, first};
}

/* The directions in which the box goes to a cell. */
function routeTo({from, first}, cell, ways) {
	const route = [];
	for (let state = first[cell]; state >= 0; state = from[state])
		route.unshift(state % ways);
	return route;
}

/* Boards of more cells may take longer than a frame. */
const CELLS_AT_ONCE = 400;
let worker = null, asked = 0, last;

/* Call done() with the routes of a box of a game; only for the last call. */
function askRoutes(game, box, done) {
	const {next, back, size} = game.grid;
	const blocked = new Uint8Array(size);
	game.boxes.forEach((cell) => blocked[cell] = 1);
	game.players.forEach((cell, i) => blocked[cell] = i !== game.who);
	blocked[box] = 0;
	const job = {next, back, blocked, player: game.player, box,
		pull: game.reverse};
	const id = ++asked;
	try {
		if (size <= CELLS_AT_ONCE)
			throw null;
		worker ??= new Worker(URL.createObjectURL(new Blob([findRoutes,
			";onmessage=(e)=>postMessage([e.data[0],findRoutes(e.data[1])])"])));
	} catch {
		done(findRoutes(job));
		return;
	}
	worker.onmessage = ({data}) => data[0] === asked && last(data[1]);
	last = done;
	worker.postMessage([id, job]);
}
