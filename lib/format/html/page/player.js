/*
 * player.js - the player of a puzzle: one for all of its games and for play by
 * hand.  All of them are one list of steps with a position in it, which keys,
 * buttons, the slider and the clock move.
 */
const SPEEDS = [[4, "1\u00d7"], [12, "3\u00d7"], [40, "10\u00d7"],
	[160, "40\u00d7"]];
const HURRY = 250; /* ms that a walk to a square may take */
const players = new Map();
const template = find("template.controls");
const said = find(".said");

function say(text) {
	said.textContent = said.textContent === text ? `${text}\u00a0` : text;
}

function count(n, one, many = `${one}s`) {
	return `${n} ${n === 1 ? one : many}`;
}

/* The player of a puzzle, made when it is needed or the browser has time; none
 * if the board cannot be played. */
function playerOf(article) {
	if (article && !players.has(article))
		players.set(article, article.querySelector(".board[data-board]")
			? new Player(article) : null);
	return players.get(article);
}

/* The name of a game in the list, with its counts. */
function labelOf(game) {
	const title = text(game, "h3");
	const {count} = game.dataset;
	return count && !title.includes(count) ? `${title} ${count}` : title;
}

class Player {
	constructor(article) {
		this.article = article;
		this.board = article.querySelector(".board");
		this.key = this.board.dataset.board;
		this.games = [...article.querySelectorAll(".game")];
		this.bar = template.content.firstElementChild.cloneNode(true);
		this.board.after(this.bar);
		this.find = (name) => this.bar.querySelector(name);
		this.outputs = [this.find(".moves"), this.find(".pushes")];
		this.position = this.find(".position");
		this.select = this.find(".games");
		this.fast = 0;
		this.kept = {};
		this.source = "own";
		this.board.tabIndex = 0;
		this.board.setAttribute("role", "application");
		const title = text(article, "h2");
		this.board.setAttribute("aria-label",
			`Play ${title}, ${text(article, ".facts")}`);
		this.bar.setAttribute("aria-label", title);
		if (this.games.length > 0) {
			this.source = "0";
			this.position.max = this.steps();
		}
		if (this.games.length > 0 || isKept(this.key)) {
			this.list();
			this.mark();
		}
	}

	/* How many steps the selected game has, before it is set up. */
	steps() {
		const text = this.games[+this.source]?.dataset.moves ?? "";
		return text.replace(/\[.*?\]|\{.*?\}/g, "x").replace(/[^a-z]/gi, "")
			.length;
	}

	/* ---- the list of games */

	list() {
		const option = (value, text) => {
			const element = document.createElement("option");
			element.value = value;
			element.textContent = text;
			this.select.append(element);
		};
		/* After the two modes of play by hand. */
		this.select.length = 2;
		this.games.forEach((game, i) => option(i, labelOf(game)));
		readSolutions(this.key).forEach((s, i) =>
			option(`s${i}`, `Your solution ${s.moves}/${s.pushes}`));
		this.select.value = this.source;
	}

	/* A game by its address, such as solution-1. */
	byName(name) {
		const i = this.games.findIndex((game) => game.dataset.name === name);
		return i < 0 ? "own" : String(i);
	}

	/* Show another game; own moves are as they were left. */
	choose(source) {
		this.setUp();
		this.pause();
		if (["own", "reverse"].includes(this.source))
			this.kept[this.source] = this.game;
		const stored = readSolutions(this.key)[source.slice(1)];
		const game = this.games[+source];
		const text = game?.dataset.moves ??
			(source[0] === "s" ? stored?.text ?? "" : "");
		const reverse = source === "reverse" ||
			game?.dataset.mode === "reverse" || /^(\{[^}]*\})*\[/.test(text);
		this.source = source;
		this.select.value = source;
		this.game = this.kept[source] ?? new Game(this.grid, reverse);
		this.game.load(this.game.steps.length ? "" : text);
		this.view.show(this.game);
		this.games.forEach((other) => other.classList.toggle("chosen",
			other === game));
		this.update();
	}

	/* ---- the picture */

	/* Read the board; most puzzles of a page are never played. */
	setUp() {
		if (this.view)
			return;
		const svg = this.board.querySelector("svg"), {steps, odd} = svg.dataset;
		this.grid = new Grid(this.key, steps, odd,
			[this.board.dataset.boxes, this.board.dataset.goals]);
		this.view = new View(svg, this.grid);
		this.game = new Game(this.grid);
		if (this.source !== "own")
			this.choose(this.source);
		else
			this.view.show(this.game);
		this.update();
	}

	/* Write the counts, and at the end what the game comes to. */
	update() {
		const {game, games, source} = this, n = game.steps.length;
		[game.moves, game.pushes].forEach((value, i) =>
			this.outputs[i].value = value);
		this.position.max = n;
		this.position.value = game.at;
		this.position.setAttribute("aria-valuetext", `${game.at} of ${n}`);
		this.article.classList.toggle("begun", game.at > 0);
		const end = game.at === n && n > 0;
		const verdict = games[+source]?.querySelector(".verdict").textContent;
		const solved = end && game.solved();
		const text = !end ? "" : verdict ?? (solved ? this.compare() : "");
		const result = this.find(".result");
		result.classList.toggle("solved", solved);
		if (result.textContent !== text) {
			result.textContent = text;
			if (text)
				say(text);
		}
		this.article.dispatchEvent(new Event("position", {bubbles: true}));
	}

	/* What a solution by hand is worth beside the best of the file. */
	compare() {
		const {moves, pushes} = this.game;
		const best = this.games.filter((g) => g.dataset.count)
			.map((g) => g.dataset.count.split("/").map(Number));
		const text = `Solved in ${count(moves, "move")}, ` +
			count(pushes, "push", "pushes");
		if (best.length === 0)
			return `${text}. The file has no solution.`;
		const [fewest, least] = [0, 1].map((i) =>
			Math.min(...best.map((b) => b[i])));
		const beside = (mine, theirs, one, many) => {
			if (mine === theirs)
				return `as few ${many} as the best of the file`;
			return `${count(Math.abs(mine - theirs), one, many)} ` +
				(mine < theirs ? "fewer" : "more") + " than the best of the file";
		};
		const m = beside(moves, fewest, "move", "moves");
		const p = beside(pushes, least, "push", "pushes");
		return `${text}: ${m}, ${p}.`;
	}

	/* Show that the puzzle was solved by hand, here or in an earlier visit. */
	mark() {
		const best = readSolutions(this.key)[0];
		if (best)
			this.article.dataset.solved = `${best.moves}/${best.pushes}`;
	}

	/* ---- moves */

	goTo(to) {
		this.setUp();
		this.pause();
		this.view.draw(this.game.go(to));
		this.update();
	}

	/* Moves by hand go on from what is shown, as one's own. */
	own() {
		this.setUp();
		this.pause();
		const mine = this.game.reverse ? "reverse" : "own";
		if (this.source === mine)
			return;
		this.game.steps.length = this.game.at;
		this.source = this.select.value = mine;
		this.games.forEach((game) => game.classList.remove("chosen"));
	}

	/* Play a step by hand, or show at a square that it is impossible. */
	play(step, cell = this.game.player) {
		if (typeof step === "string") {
			this.view.refuse(cell);
			say(step);
			return false;
		}
		this.view.draw(this.game.add(step));
		this.update();
		if (this.game.solved()) {
			const {game} = this;
			const kept = keepSolution(this.key, {text: game.text(),
				moves: game.moves, pushes: game.pushes});
			this.list();
			this.mark();
			if (!kept)
				say(`${text(this.bar, ".result")} This browser keeps ` +
					"nothing: the solution is gone when you leave.");
		}
		return true;
	}

	step(i, pull) {
		this.own();
		const {grid, game} = this, at = game.player;
		this.play(game.letter(i, pull), grid.next[i][at] < 0 ? at
			: grid.next[i][at]);
	}

	/* Play steps one after another, the next() of which is made when it is
	 * due, in a short time. */
	hurry(n, next) {
		const each = Math.min(25, HURRY / n);
		let begun = performance.now(), done = 0;
		const tick = (now) => {
			const due = this.still ? n : Math.floor((now - begun) / each) + 1;
			while (done < Math.min(due, n))
				if (!this.play(next(done++)))
					done = n;
			this.frame = done < n ? requestAnimationFrame(tick) : 0;
		};
		this.finish = () => {
			begun = -Infinity;
			tick(0);
		};
		tick(begun);
	}

	get still() {
		return matchMedia("(prefers-reduced-motion: reduce)").matches;
	}

	/* Walk to a square, in reverse also jump, or change to the player there. */
	walk(cell) {
		this.own();
		const {game} = this, who = game.players.indexOf(cell);
		if (who >= 0 && who !== game.who) {
			this.play(game.change(who));
			return;
		}
		const way = game.walk(cell);
		if (way?.length > 0)
			this.hurry(way.length, (k) => game.letter(way[k]));
		else if (!way)
			this.play(game.reverse ? game.jump(cell) : game.free(cell)
				? "No way leads there." : "The player cannot stand there.", cell);
	}

	/* Push the box of these routes to a square; whether there is a way. */
	push(box, routes, cell) {
		this.own();
		const {game, grid} = this;
		game.steps.length = game.at;
		const route = routeTo(routes, cell, grid.letters.length);
		if (route.length === 0) {
			this.play("No way leads there for this box.", cell);
			return;
		}
		/* The walks between the pushes are found by playing them. */
		const at = game.at, plan = [];
		for (const i of route) {
			const stand = (game.reverse ? grid.next : grid.back)[i][box];
			plan.push(...game.walk(stand).map((k) => [k, false]), [i, true]);
			while (game.steps.length < at + plan.length)
				game.add(game.letter(...plan[game.at - at]));
			box = game.steps[game.at - 1].boxTo;
		}
		game.go(at);
		this.hurry(plan.length, (k) => game.letter(...plan[k]));
	}

	/* ---- the clock */

	pause() {
		cancelAnimationFrame(this.frame);
		this.frame = 0;
		this.finish?.();
		this.finish = null;
		if (this.bar.classList.contains("playing")) {
			this.bar.classList.remove("playing");
			this.find(".play").setAttribute("aria-label", "Play");
		}
		this.view.svg.classList.remove("smooth");
	}

	run() {
		this.setUp();
		this.pause();
		const {game} = this, begun = performance.now();
		let gone = 0;
		const tick = (now) => {
			const due = Math.floor((now - begun) / 1000 * SPEEDS[this.fast][0]);
			if (due > gone) {
				this.view.draw(game.go(game.at + due - gone));
				this.update();
				gone = due;
			}
			if (game.at === game.steps.length)
				this.pause();
			else
				this.frame = requestAnimationFrame(tick);
		};
		if (game.at === game.steps.length)
			this.goTo(0);
		say("");
		this.board.scrollIntoView({block: "nearest"});
		this.view.svg.classList.toggle("smooth", this.fast < 2);
		this.find(".play").setAttribute("aria-label", "Pause");
		this.bar.classList.add("playing");
		this.frame = requestAnimationFrame(tick);
	}

	/* ---- what the buttons do, by class */

	press(name) {
		const running = this.bar.classList.contains("playing");
		this.setUp();
		({
			restart: () => this.goTo(0),
			undo: () => this.goTo(this.game.at - 1),
			redo: () => this.goTo(this.game.at + 1),
			end: () => this.goTo(Infinity),
			play: () => running ? this.pause() : this.run(),
			speed: () => {
				this.fast = (this.fast + 1) % SPEEDS.length;
				const [, text] = SPEEDS[this.fast];
				this.find(".speed").textContent = text;
				this.find(".speed").setAttribute("aria-label", `Speed ${text}`);
				if (running)
					this.run();
			},
			copy: async () => {
				const [text, what] = this.given();
				say(await copyText(text) ? `Copied: ${what}.`
					: "The browser did not allow to copy.");
			},
			save: () => {
				const [given, what] = this.given();
				const whole = this.find(".what").value === "file";
				saveText(given, whole ? find("h1").textContent
					: `${text(this.article, "h2")} ${what}`);
			},
		})[name]?.();
	}

	/* The text that is copied or saved, and what it is. */
	given() {
		const {game} = this;
		const what = this.find(".what").value;
		if (what === "file")
			return [wholeFile(), "the whole file"];
		if (what === "board")
			return [`${this.grid.rows.map((row) => row.replace(/-+$/, "")
				.replaceAll("-", " ") || "-").join("\n")}\n`, "the board"];
		if (what === "puzzle" || game.at === 0)
			return [sokOf(this.article), "the puzzle"];
		return [blockOf(game.text(), game.moves, game.pushes, game.solved()),
			"the moves"];
	}
}
