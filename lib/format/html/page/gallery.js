/*
 * gallery.js - the collection: search, filter and order; the views (a list, an
 * overview of pictures, one puzzle that fills the screen); addresses.
 *
 *	#7                    puzzle 7
 *	#7:solution-1@120     the position of its first solution after 120 steps
 *	#id=1674E2D1AC70B61C  the puzzle with this id
 *	#overview             the pictures alone
 */
const main = find("main");
const articles = [...main.querySelectorAll("article.puzzle")];
const [form, nav] = find("template.top").content.children;
let shown = null, named = 0;

const facts = new Map();

/* What a puzzle is found and ordered by. */
function factsOf(article) {
	if (!facts.has(article)) {
		const size = text(article, ".facts");
		const [width, height, boxes] = (size.match(/\d+/g) ?? []).map(Number);
		const title = text(article, "h2"), author = text(article, ".author");
		facts.set(article, {title, author, boxes, area: width * height,
			findings: article.querySelectorAll(".findings li").length,
			solution: article.querySelector(".game[data-count]") !== null,
			all: [title, author, size, size.replaceAll(" \u00d7 ", "x"),
				text(article, ".notes")].join("\n").toLowerCase()});
	}
	return {...facts.get(article), solved: "solved" in article.dataset};
}

const collator = new Intl.Collator(undefined, {numeric: true});
const ORDERS = {
	title: (a, b) => collator.compare(a.title, b.title),
	author: (a, b) => collator.compare(a.author, b.author),
	boxes: (a, b) => a.boxes - b.boxes,
	size: (a, b) => a.area - b.area,
	solved: (a, b) => a.solved - b.solved,
	findings: (a, b) => b.findings - a.findings,
};
const FILTERS = {
	unsolved: (f) => !f.solved,
	solved: (f) => f.solved,
	solution: (f) => f.solution,
	open: (f) => !f.solution,
	findings: (f) => f.findings > 0,
};

/* Show the puzzles that are asked for, in the order that is asked for. */
function arrange() {
	articles.forEach(playerOf);
	const words = form.search.value.toLowerCase().split(/\s+/);
	const filter = FILTERS[form.filter.value], order = ORDERS[form.sort.value];
	let n = 0;
	for (const article of articles) {
		const f = factsOf(article);
		article.hidden = !words.every((word) => f.all.includes(word)) ||
			!(filter?.(f) ?? true);
		n += !article.hidden;
	}
	const sorted = order ? [...articles].sort((a, b) =>
		order(factsOf(a), factsOf(b))) : articles;
	const now = [...main.querySelectorAll("article")];
	if (sorted.some((article, i) => article !== now[i]))
		for (const article of sorted)
			main.append(article);
	main.classList.toggle("sorted", Boolean(order));
	form.count.value = n === articles.length ? count(n, "puzzle")
		: `${n} of ${count(articles.length, "puzzle")}`;
}

/* ---- views and addresses */

function openPuzzle(article) {
	location.hash = `#${article.id}`;
}

/* The puzzle before or after the one that is shown, as they are arranged. */
function neighbour(step) {
	const list = [...main.querySelectorAll("article:not([hidden])")];
	return list[list.indexOf(shown) + step];
}

function follow() {
	const hash = decodeURIComponent(location.hash.slice(1));
	const [, id, key, game, at] = /^(?:(\d+)|id=(\w+))(?::([\w-]+))?(?:@(\d+))?$/
		.exec(hash) ?? [];
	const article = key ? articles.find((a) => a.dataset.id === key.toUpperCase())
		: articles.find((a) => a.id === id);
	const before = shown;
	shown = article ?? null;
	document.body.classList.toggle("one", shown !== null);
	main.classList.toggle("overview", hash === "overview");
	before?.classList.remove("shown");
	tabStops(before, false);
	if (!shown) {
		if (before) {
			before.scrollIntoView({block: "center"});
			(playerOf(before)?.board ?? before.querySelector("h2 a"))
				.focus({preventScroll: true});
		}
		return;
	}
	shown.classList.add("shown");
	tabStops(shown, true);
	const player = playerOf(shown);
	if (player && game)
		player.choose(player.byName(game));
	if (player && at)
		player.goTo(+at);
	player?.board.focus({preventScroll: true});
	const visible = [...main.querySelectorAll("article:not([hidden])")];
	nav.querySelector("output").value =
		`${visible.indexOf(shown) + 1} of ${visible.length}`;
	/* On a page of a folder, the pages before and after. */
	for (const [name, step] of [["prev", -1], ["next", 1]]) {
		const other = neighbour(step), link = nav.querySelector(`.${name}`);
		const page = find(`.pages [rel=${name}]`)?.getAttribute("href");
		if (other || page)
			link.href = other ? `#${other.id}` : page;
		else
			link.removeAttribute("href");
	}
}

/* In the list a puzzle is one Tab stop, its board, or its title if the board
 * cannot be played; alone, all can be reached. */
function tabStops(article, all) {
	const alone = !article?.querySelector("[data-board]");
	article?.querySelectorAll("button, select, input, a, summary, pre")
		.forEach((control) => control.tabIndex =
			all || (alone && control.matches("h2 a")) ? 0 : -1);
}

/* The address of the position that is shown, once it rests. */
function noteAddress(e) {
	const player = playerOf(e.target);
	clearTimeout(named);
	if (e.target !== shown)
		return;
	named = setTimeout(() => {
		if (e.target !== shown)
			return;
		const game = player.games[+player.source]?.dataset.name;
		const at = player.game.at;
		const hash = `#${shown.id}` + (game ? `:${game}@${at}` : "");
		if (hash !== location.hash && (game || location.hash.includes(":")))
			history.replaceState(null, "", hash);
	}, 400);
}

function setUpGallery() {
	main.before(nav);
	if (articles.length > 1) {
		main.before(form);
		form.addEventListener("input", () => arrange());
		form.addEventListener("submit", (e) => e.preventDefault());
		form.file.addEventListener("click", () =>
			saveText(wholeFile(), find("h1").textContent));
		form.count.value = count(articles.length, "puzzle");
	}
	addEventListener("hashchange", follow);
	addEventListener("load", follow);
	main.addEventListener("position", noteAddress);
	document.addEventListener("keydown", (e) => {
		if (!shown || e.target.matches("input, select, textarea"))
			return;
		if (e.key === "Escape")
			location.hash = "#";
		const link = {PageUp: find("nav .prev"), PageDown: find("nav .next")}[e.key];
		if (link) {
			e.preventDefault();
			link.click();
		}
	});
	/* In the overview a picture opens its puzzle. */
	main.addEventListener("click", (e) => {
		const article = e.target.closest("article");
		if (article && main.classList.contains("overview")) {
			e.preventDefault();
			openPuzzle(article);
		}
	}, true);
	follow();
}
