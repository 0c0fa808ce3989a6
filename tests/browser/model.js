/*
 * model.js - the model of the page (lib/format/html/page/model.js), without a
 * browser, against sokreplay.
 *
 *	node model.js BIN PAGE [FILE ...]
 *
 * BIN is the folder of the programs, PAGE that of the page's sources.  Reports
 * like bats does.
 */
import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

const [bin, sources, ...files] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "sok-model-"));
const source = ["model", "routes"].map((name) =>
	readFileSync(join(sources, `${name}.js`), "utf8")).join("");
const {Grid, Game, findRoutes, routeTo} = new Function(
	`"use strict"; ${source}; return {Grid, Game, findRoutes, routeTo};`)();
let failed = 0, state = 1;

/* The same numbers in every run. */
function random(n) {
	state = (state * 1103515245 + 12345) % 2147483648;
	return Math.floor(state / 2147483648 * n);
}

function run(program, args, input) {
	try {
		return execFileSync(join(bin, program), args, {input,
			maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "ignore"]}).toString();
	} catch (error) {
		if (error.status === 1)
			return error.stdout.toString();
		throw error;
	}
}

function equal(got, want, what) {
	const [a, b] = [got, want].map((x) => JSON.stringify(x));
	if (a !== b)
		throw new Error(`${what}: ${a}, expected ${b}`);
}

function test(name, body) {
	try {
		body();
		console.log(`ok model ${name}`);
	} catch (error) {
		failed++;
		console.log(`${error.stack}\nnot ok model ${name}`);
	}
}

const plain = (text) => text.replaceAll("&gt;", ">").replaceAll("&quot;", '"')
	.replaceAll("&lt;", "<").replaceAll("&amp;", "&");

/* The puzzles of a page that can be played: number, grid, games. */
function puzzles(page) {
	const found = [];
	for (const [text] of page.matchAll(/<article[^]*?<\/article>/g)) {
		const get = (name) => plain(new RegExp(` ${name}="([^"]*)"`)
			.exec(text)?.[1] ?? "") || undefined;
		if (!get("data-board"))
			continue;
		found.push({number: +get("id"), grid: new Grid(get("data-board"),
			get("data-steps"), get("data-odd"),
			[get("data-boxes"), get("data-goals")]),
		games: [...text.matchAll(/<section[^>]*>/g)].map(([tag]) => ({
			moves: plain(/ data-moves="([^"]*)"/.exec(tag)?.[1] ?? ""),
			reverse: tag.includes('data-mode="reverse"'),
			verdict: / data-verdict="([^"]*)"/.exec(tag)[1],
			count: / data-count="([^"]*)"/.exec(tag)?.[1]}))});
	}
	return found;
}

/* What sokreplay makes of a game on each puzzle: mode, verdict, counts. */
function replayed(file, list, texts) {
	const moves = join(folder, "moves.txt");
	writeFileSync(moves, texts.map((text) => `${text}\n`).join("\n"));
	return run("sokreplay", ["-F", "tsv", "-M", moves,
		"-s", list.map((p) => p.number).join(","), file]).split("\n")
		.map((line) => line.split("\t")).filter((f) => f[4] && f[7])
		.map((f) => [f[6], f[7], +f[8], +f[9]]);
}

/* Play at random: walks, pushes or pulls, jumps, changes of players; sometimes
 * back and on.  The walks of routes are among them. */
function wander(game, n) {
	const {grid} = game;
	for (let i = 0; i < n; i++) {
		const kind = random(20);
		let step = null;
		if (kind === 0)
			game.go(game.at - random(5));
		else if (kind === 1)
			game.go(game.at + random(5));
		else if (kind === 2 && game.players.length > 1)
			step = game.change(random(game.players.length));
		else if (kind === 3 && game.reverse)
			step = game.jump(random(grid.size));
		else if (kind === 4)
			push(game);
		else
			step = game.letter(random(grid.letters.length), random(2) === 0);
		if (step && typeof step === "object")
			game.add(step);
	}
}

/* Bring a box to a square to which the routes say that it can go. */
function push(game) {
	const {grid} = game, box = game.boxes[random(game.boxes.length)];
	const blocked = new Uint8Array(grid.size);
	game.boxes.forEach((cell) => blocked[cell] = 1);
	game.players.forEach((cell, i) => blocked[cell] = i !== game.who);
	blocked[box] = 0;
	if (game.box[game.player] >= 0)
		return;
	const routes = findRoutes({...grid, blocked, player: game.player, box,
		pull: game.reverse});
	const goals = [...routes.first.keys()].filter((c) => routes.first[c] >= 0);
	if (goals.length === 0)
		return;
	const goal = goals[random(goals.length)], which = game.box[box];
	for (const i of routeTo(routes, goal, grid.letters.length)) {
		const stand = (game.reverse ? grid.next : grid.back)[i][game.boxes[which]];
		for (const k of game.walk(stand))
			game.add(game.letter(k));
		game.add(game.letter(i, true));
	}
	equal(game.boxes[which], goal, "where the route leads");
}

/* The board as it is, as sokreplay --final prints it. */
function drawn(game) {
	const {grid} = game, goals = new Set(grid.goals);
	const boxes = new Set(game.boxes), players = new Set(game.players);
	return grid.rows.map((row, y) => [...row.padEnd(grid.width, "-")]
		.map((square, x) => {
			const cell = y * grid.width + x, goal = goals.has(cell);
			if (square === "#")
				return "#";
			if (players.has(cell))
				return goal ? "+" : "@";
			return boxes.has(cell) ? goal ? "*" : "$" : goal ? "." : " ";
		}).join("").trimEnd()).join("\n");
}

const variants = {
	squares: "#######\n#@ $ .#\n# $ . #\n#  #  #\n#######\n",
	corridors: "  #####\n###   #\n#.@$  #\n### $.#\n#.##$ #\n# # . ##\n" +
		"#$ *$$.#\n#   .  #\n########\n",
	open: "-----\n@.$--\n-----\n",
	multiban: "#######\n#  .  #\n#  $  #\n# .$  #\n# @ @ #\n#  .  #\n" +
		"#  $  #\n#  @  #\n#######\n\nGame: Multiban\n",
	"sokoban+": "#########\n#@ $ $  #\n#   .  .#\n#########\n\n" +
		"boxorder: 1 2\ngoalorder: 2 1\nGame: Sokoban+\n",
	hexoban: "   # # # #   \n  # - - - #  \n # - . $ - # \n" +
		"# - - @ - - #\n # - $ . - # \n  # - - - #  \n   # # # #   \n\n" +
		"Game: Hexoban\n",
	trioban: "##########\n#--------#\n#--$--.--#\n#-@--$--.#\n#--------#\n" +
		"##########\n\nGame: Trioban\n",
	octoban: "########\n#------#\n#-$--.-#\n#-@--$-#\n#---.--#\n########\n\n" +
		"Game: Octoban\n",
};
const WALKS = +(process.env.WALKS ?? 200);

for (const [name, text] of Object.entries(variants))
	test(`${name}: random play agrees with sokreplay`, () => {
		const file = join(folder, "in.sok");
		writeFileSync(file, `${text}\n\n`);
		const page = run("sokconv", ["-q", "-t", "html", file]);
		const [puzzle] = puzzles(page);
		const games = [];
		for (let i = 0; i < WALKS; i++) {
			const game = new Game(puzzle.grid, i % 3 === 2);
			const start = drawn(game);
			while (game.at === 0)
				wander(game, 1 + random(60));
			games.push(game);
			const {at} = game, end = drawn(game);
			game.go(0);
			equal(drawn(game), start, "the board after undoing everything");
			game.go(at);
			equal(drawn(game), end, "the board after redoing everything");
			/* The text means the same steps. */
			const again = new Game(puzzle.grid, game.reverse);
			again.load(game.text());
			again.go(Infinity);
			equal([drawn(again), again.moves, again.pushes],
				[end, game.moves, game.pushes], game.text());
		}
		const all = run("sokreplay", ["-F", "tsv", "-M", writeMoves(games), file])
			.split("\n").map((l) => l.split("\t")).filter((f) => f[4] && f[7]);
		equal(all.map((f) => [f[6], f[7], +f[8], +f[9]]),
			games.map((game) => [game.reverse ? "reverse" : "forward",
				game.solved() ? "solved" : "unsolved", game.moves, game.pushes]),
			"what sokreplay says");
		for (const game of games.slice(0, 20)) {
			const board = run("sokreplay", ["-q", "--final", "-m", game.text(),
				file]).split("\n").filter((l) => /^[ #@$.*+-]+$/.test(l));
			if (!game.reverse)
				equal(board.map((row) => row.replaceAll("-", " ").trimEnd())
					.join("\n"), drawn(game), game.text());
		}
	});

function writeMoves(games) {
	const file = join(folder, "moves.txt");
	writeFileSync(file, games.map((g) => `${g.text()}\n`).join("\n"));
	return file;
}

if (files.length > 0)
	test("the games of all files play to what sokreplay says", () => {
		let n = 0;
		for (const file of files) {
			let page;
			try {
				page = run("sokconv", ["-q", "-t", "html", file]);
			} catch {
				continue;
			}
			for (const {grid, games, number} of puzzles(page))
				for (const {moves, reverse, verdict, count} of games) {
					if (verdict !== "solved")
						continue;
					const game = new Game(grid, reverse);
					game.load(moves);
					game.go(Infinity);
					equal([game.solved(), `${game.moves}/${game.pushes}`],
						[true, count], `${file} ${number}`);
					n++;
				}
		}
		console.log(`# ${n} solutions of ${files.length} files`);
	});

rmSync(folder, {recursive: true, force: true});
process.exit(failed > 0 ? 1 : 0);
