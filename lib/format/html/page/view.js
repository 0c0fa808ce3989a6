/*
 * view.js - shows a game in the picture of its puzzle: boxes and players are
 * elements that move, and marks lie above them.
 */
const find = (selector) => document.querySelector(selector);
const text = (article, name) =>
	article.querySelector(name)?.textContent.trim() ?? "";
const SVG = find("svg").namespaceURI;

function make(name, attributes, parent) {
	const element = document.createElementNS(SVG, name);
	for (const key in attributes)
		element.setAttribute(key, attributes[key]);
	return parent ? parent.appendChild(element) : element;
}

class View {
	constructor(svg, grid) {
		this.svg = svg;
		this.grid = grid;
		[this.ux, this.uy] = (svg.dataset.unit ?? "1,1").split(",").map(Number);
		this.scale = +(svg.dataset.scale ?? 1);
		/* What stands on the floor is drawn anew. */
		svg.querySelectorAll(".boxes, .placed, .players, .piece")
			.forEach((drawn) => drawn.remove());
		this.pieces = make("g", {}, svg);
		this.marks = make("g", {class: "marks"}, svg);
	}

	/* The middle of a cell. */
	centre(cell) {
		const x = cell % this.grid.width, y = (cell - x) / this.grid.width;
		return [x * this.ux + .5, y * this.uy + .5];
	}

	/* The cell under a point of the window, or -1. */
	cellAt({clientX, clientY}) {
		const {grid, svg, ux, uy} = this;
		const p = new DOMPoint(clientX, clientY)
			.matrixTransform(svg.getScreenCTM().inverse());
		let best = -1, least = 1;
		for (let y = Math.floor(p.y / uy) - 1; y <= p.y / uy + 1; y++)
			for (let x = Math.floor(p.x / ux) - 1; x <= p.x / ux + 1; x++) {
				const cell = y * grid.width + x;
				if (x < 0 || y < 0 || x >= grid.width || cell >= grid.size ||
				    !this.isCell(x, y))
					continue;
				const [cx, cy] = this.centre(cell);
				const far = ux === 1 && uy === 1 && this.scale === 1
					? Math.max(Math.abs(cx - p.x), Math.abs(cy - p.y)) * 2
					: Math.hypot(cx - p.x, cy - p.y);
				if (far <= least) {
					least = far;
					best = cell;
				}
			}
		return best;
	}

	/* Only every second place of a board of hexagons is a cell. */
	isCell(x, y) {
		const [first] = this.grid.players;
		const odd = (cell) => (cell % this.grid.width +
			Math.floor(cell / this.grid.width)) & 1;
		return this.ux !== .5 || odd(first) === ((x + y) & 1);
	}

	/* Show a game; another one may have been shown before. */
	show(game) {
		this.game = game;
		this.pieces.replaceChildren();
		this.uses = [...game.boxes, ...game.players].map(() =>
			make("use", {class: "moves"}, this.pieces));
		this.draw(this.uses.keys());
	}

	/* Draw these pieces where they are now. */
	draw(which) {
		const {game, scale} = this, boxes = game.boxes.length;
		for (const i of which) {
			const cell = game.boxes[i] ?? game.players[i - boxes];
			const here = this.grid.goals.includes(cell);
			const [x, y] = this.centre(cell);
			const use = this.uses[i];
			use.style.transform =
				`translate(${x - scale / 2}px,${y - scale / 2}px)` +
				(scale === 1 ? "" : `scale(${scale})`);
			use.setAttribute("href", i < boxes ? here ? "#set" : "#loose"
				: here ? "#arrived" : "#figure");
		}
		if (game.players.length > 1)
			this.uses.slice(boxes).forEach((use, i) =>
				use.classList.toggle("waits", i !== game.who));
	}

	/* Mark where a box can go, and the box itself. */
	offer(box, cells) {
		this.marks.replaceChildren();
		const dots = cells.map((cell) => `M${this.centre(cell)}h0`).join("");
		make("path", {class: "ways", d: dots}, this.marks);
		if (box >= 0)
			this.ring(box, "held");
	}

	ring(cell, kind) {
		const [cx, cy] = this.centre(cell);
		return make("circle", {class: kind, cx, cy, r: .46 * this.scale},
			this.marks);
	}

	/* A square where what was asked is impossible, for a moment. */
	refuse(cell) {
		const [x, y] = this.centre(cell), r = .28 * this.scale;
		const cross = make("path", {class: "refused",
			d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}` +
				`l${-2 * r} ${2 * r}`}, this.marks);
		setTimeout(() => cross.remove(), 700);
	}
}
