/*
 * player.js - plays the games of a page on its pictures.  The page says what
 * each game comes to; its moves are legal as far as they are given here, and
 * their capitals are pushes (in reverse play pulls), so that nothing is judged
 * again.
 */
"use strict";
(() => {
const SPEEDS = [[4, "1\u00d7"], [12, "3\u00d7"], [40, "10\u00d7"], [160, "40\u00d7"]];
const CLOSE = {"[": "]", "{": "}"};
const BACK = {u: "d", d: "u", l: "r", r: "l", n: "s", s: "n", e: "w", w: "e"};
const SQUARES = "l-1,0 r1,0 u0,-1 d0,1";
const pictures = new Map();
const template = document.querySelector("template");
const said = document.querySelector(".said");

/*
 * A picture as a grid of cells, numbered by row.  Variants give their steps on
 * the cells where x + y is even (data-steps) and odd (data-odd), the distance
 * of cells (data-unit) and the size of what is on them (data-scale).
 */
function readPicture(svg) {
	const [ux, uy] = (svg.dataset.unit || "1,1").split(",").map(Number);
	const scale = +svg.dataset.scale || 1;
	const width = Math.ceil(svg.viewBox.baseVal.width / ux) + 4;
	const picture = {goals: [], boxes: [], placed: [], players: [],
		arrivals: [], owner: null};
	const even = svg.dataset.steps || SQUARES;
	const steps = [even, svg.dataset.odd || even].map((text) => {
		const step = {};
		for (const [, c, x, y] of text.matchAll(/(\w)(-?\d+),(-?\d+)/g))
			step[c] = +x + y * width;
		return step;
	});
	/* Each run of cells in a layer begins with its place and its length. */
	for (const path of svg.querySelectorAll("path")) {
		const list = picture[path.getAttribute("class")];
		if (!list)
			continue;
		for (const [, x, y, n] of path.getAttribute("d")
			.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g))
			for (let i = 0; i < n; i += ux)
				list.push(Math.round((+x + i) / ux) +
					Math.round(y / uy) * width);
		if (list !== picture.goals)
			path.remove();
	}
	svg.querySelectorAll(".piece").forEach((use) => use.remove());
	picture.boxes.push(...picture.placed);
	picture.players.push(...picture.arrivals);
	picture.players.sort((a, b) => a - b);
	picture.step = (cell, letter) =>
		steps[(cell % width + Math.floor(cell / width)) & 1][letter];
	picture.place = (use, cell) => {
		use.style.transform =
			`translate(${cell % width * ux + (1 - scale) / 2}px,` +
			`${Math.floor(cell / width) * uy + (1 - scale) / 2}px)` +
			(scale === 1 ? "" : `scale(${scale})`);
	};
	return picture;
}

function pictureOf(svg) {
	if (!pictures.has(svg))
		pictures.set(svg, readPicture(svg));
	return pictures.get(svg);
}

/* Where letters in brackets lead, from a cell. */
function displaced(picture, cell, letters) {
	for (const c of letters)
		cell += picture.step(cell, c.toLowerCase()) || 0;
	return cell;
}

/*
 * What each step does: player `who` goes from a cell to another, and a box if
 * `box` is not -1; how many moves and pushes that makes so far.
 */
function readMoves(picture, text, reverse) {
	const players = [...picture.players];
	const boxes = new Map((reverse ? picture.goals : picture.boxes)
		.map((cell, i) => [cell, i]));
	const done = [];
	let who = 0, moves = 0, pushes = 0;

	for (let i = 0; i < text.length; i++) {
		const c = text[i], s = {box: -1};
		if (CLOSE[c]) {
			const end = text.indexOf(CLOSE[c], i);
			const letters = text.slice(i + 1, end).replace(/[^a-z]/gi, "");
			s.to = displaced(picture, players[who], letters);
			if (c === "[")
				moves += letters.length;
			else
				who = players.indexOf(s.to);
			i = end;
		} else {
			const step = picture.step(players[who], c.toLowerCase());
			if (step === undefined)
				continue;
			s.to = players[who] + step;
			moves++;
			if (c < "a") {
				s.boxFrom = reverse ? players[who] + picture.step(
					players[who], BACK[c.toLowerCase()]) : s.to;
				s.boxTo = reverse ? players[who]
					: s.to + picture.step(s.to, c.toLowerCase());
				s.box = boxes.get(s.boxFrom);
				boxes.delete(s.boxFrom);
				boxes.set(s.boxTo, s.box);
				pushes++;
			}
		}
		s.who = who;
		s.from = players[who];
		players[who] = s.to;
		s.moves = moves;
		s.pushes = pushes;
		done.push(s);
	}
	return done;
}

function setUp(game) {
	const article = game.closest("article");
	const svg = article.querySelector("svg");
	if (!svg || game.dataset.verdict === "unsupported")
		return;
	const bar = template.content.firstElementChild.cloneNode(true);
	const [start, back, play, step, end, speed] =
		bar.querySelectorAll("button");
	const [moves, pushes] = bar.querySelectorAll("output");
	const position = bar.querySelector(".position");
	const verdict = game.querySelector(".verdict");
	const text = game.dataset.moves ??
		game.querySelector("code").textContent;
	const reverse = game.dataset.mode === "reverse";
	let picture, steps, uses, cells, at = 0, fast = 0, frame = 0;

	/* The picture shows this game from now on, from its beginning. */
	function own() {
		picture = pictureOf(svg);
		if (picture.owner === pause)
			return;
		if (picture.owner)
			picture.owner();
		picture.owner = pause;
		steps = steps || readMoves(picture, text, reverse);
		svg.querySelectorAll(".moves").forEach((use) => use.remove());
		cells = [...(reverse ? picture.goals : picture.boxes),
			...picture.players];
		uses = cells.map(() => svg.appendChild(document.createElementNS(
			svg.namespaceURI, "use")));
		uses.forEach((use) => use.classList.add("moves"));
		at = 0;
		draw(uses.keys(), 0);
	}

	function draw(which, who) {
		const boxes = uses.length - picture.players.length;
		for (const i of which) {
			const here = picture.goals.includes(cells[i]);
			picture.place(uses[i], cells[i]);
			uses[i].setAttribute("href", i < boxes
				? (here ? "#set" : "#loose")
				: (here ? "#arrived" : "#figure"));
		}
		if (picture.players.length > 1)
			uses.slice(boxes).forEach((use, i) =>
				use.classList.toggle("waits", i !== who));
	}

	function show(to) {
		own();
		to = Math.max(0, Math.min(steps.length, to));
		const boxes = uses.length - picture.players.length;
		const changed = new Set();
		while (at !== to) {
			const on = at < to, s = steps[on ? at++ : --at];
			cells[boxes + s.who] = on ? s.to : s.from;
			changed.add(boxes + s.who);
			if (s.box >= 0) {
				cells[s.box] = on ? s.boxTo : s.boxFrom;
				changed.add(s.box);
			}
		}
		draw(changed, at > 0 ? steps[at - 1].who : 0);
		const s = steps[at - 1] || {moves: 0, pushes: 0};
		moves.value = s.moves;
		pushes.value = s.pushes;
		position.value = at;
		position.setAttribute("aria-valuetext",
			`${at} of ${steps.length}`);
		game.classList.toggle("over", at === steps.length);
		if (at === steps.length && said.textContent !== verdict.textContent)
			said.textContent = verdict.textContent;
	}

	function pause() {
		cancelAnimationFrame(frame);
		frame = 0;
		play.setAttribute("aria-label", "Play");
		bar.classList.remove("playing");
		svg.classList.remove("smooth");
	}

	function run() {
		let begun = performance.now(), gone = 0;
		const tick = (now) => {
			const due = Math.floor((now - begun) / 1000 * SPEEDS[fast][0]);
			if (due > gone) {
				show(at + due - gone);
				gone = due;
			}
			if (at === steps.length)
				pause();
			else
				frame = requestAnimationFrame(tick);
		};
		own();
		if (at === steps.length)
			show(0);
		said.textContent = "";
		svg.classList.toggle("smooth", fast < 2);
		play.setAttribute("aria-label", "Pause");
		bar.classList.add("playing");
		frame = requestAnimationFrame(tick);
	}

	function goTo(to) {
		pause();
		own();
		show(to());
	}

	function name(text) {
		speed.textContent = text;
		speed.setAttribute("aria-label", `Speed ${text}`);
	}

	const keys = {
		ArrowLeft: () => at - 1, ArrowRight: () => at + 1,
		Home: () => 0, End: () => steps.length,
	};
	start.onclick = () => goTo(keys.Home);
	back.onclick = () => goTo(keys.ArrowLeft);
	step.onclick = () => goTo(keys.ArrowRight);
	end.onclick = () => goTo(keys.End);
	play.onclick = () => frame ? pause() : run();
	position.oninput = () => {
		const to = +position.value;
		goTo(() => to);
	};
	speed.onclick = () => {
		fast = (fast + 1) % SPEEDS.length;
		name(SPEEDS[fast][1]);
		if (frame) {
			pause();
			run();
		}
	};
	bar.onkeydown = (e) => {
		if (!keys[e.key] || e.target === position || e.altKey ||
		    e.ctrlKey || e.metaKey)
			return;
		e.preventDefault();
		goTo(keys[e.key]);
	};
	name(SPEEDS[0][1]);
	position.max = text.replace(/\[.*?\]|\{.*?\}/g, "x")
		.replace(/[^a-z]/gi, "").length;
	bar.setAttribute("aria-label",
		`Play: ${game.querySelector("h3").textContent}, ` +
		article.querySelector("h2").textContent);
	verdict.after(bar);
}

document.querySelectorAll(".game").forEach(setUp);
})();
