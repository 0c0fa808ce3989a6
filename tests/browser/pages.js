/*
 * pages.js - what a browser makes of the pages of sokconv -t html.
 *
 *	node pages.js BIN TESTS [FILE ...]
 *
 * BIN is the folder of the programs, TESTS that of the tests; every game of the
 * FILEs plays as sokreplay says, and every solution can be played by keys.
 * ONLY=REGEX in the environment: only some tests.
 */
import {join} from "node:path";
import {axe, browser, close, end, equal, file, files, holds, judged, open, pageOf,
	replayed, run, test, tests, until} from "./browser.js";
import {sample, collection, large} from "./puzzles.js";

/* ---- games of the file */

/* Each game of a page, played to its end in one step, or step by step and back
 * again: mode, verdict, moves, pushes. */
function play(one) {
	const place = (svg) => [...svg.querySelectorAll(".moves")]
		.map((use) => use.getAttribute("href") + use.style.transform);
	return [...document.querySelectorAll(".game")].map((game) => {
		const mode = game.dataset.mode ?? "forward";
		const {verdict} = game.dataset;
		const article = game.closest("article");
		const find = (name) => article.querySelector(name);
		const click = (name) => find(`button.${name}`).click();
		if (!find(".board[data-board]") || verdict === "unsupported")
			return [mode, verdict, 0, 0];
		/* Far down on a large page players are made when they are needed. */
		find(".board").dispatchEvent(new PointerEvent("pointerdown",
			{bubbles: true, button: 1}));
		const select = find("select.games");
		select.value = [...article.querySelectorAll(".game")].indexOf(game);
		select.dispatchEvent(new Event("input", {bubbles: true}));
		const position = find("input.position");
		let before;
		if (one) {
			click("start");
			before = place(find("svg"));
			while (+position.value < +position.max)
				click("step");
		} else {
			click("end");
		}
		const counts = ["moves", "pushes"].map((name) =>
			+find(`output.${name}`).value);
		const loose = find("svg").querySelectorAll('[href="#loose"]').length;
		if (mode === "forward" && verdict === "solved" && loose > 0)
			return [`${loose} boxes off goal`];
		if (position.value !== position.max)
			return [`ends at ${position.value} of ${position.max}`];
		if (one) {
			while (+position.value > 0)
				click("back");
			if (place(find("svg")).join() !== before.join())
				return ["not back at the start"];
		}
		return [mode, verdict, ...counts];
	});
}

async function compare(path) {
	const want = replayed(path);
	const page = await open(run("sokconv", ["-q", "-t", "html", path]));
	equal(await page.evaluate(play, want.length < 40), want, path);
	await close(page);
	return want.length;
}

await test("games play as sokreplay says", async () => {
	await compare(file("sample.sok", sample));
	await compare(join(tests, "demo.sok"));
	let n = 0;
	for (const path of files)
		n += await compare(path);
	if (files.length > 0)
		console.log(`# ${n} games of ${files.length} files`);
});

await test("a game plays by itself, and the page says what it comes to", async () => {
	const page = await open(pageOf(sample));
	const first = "article:first-of-type";
	await page.click(`${first} button.play`);
	equal(await page.$eval(`${first} button.play`,
		(b) => b.getAttribute("aria-label")), "Pause", "while it plays");
	await until(page, () => document.querySelector(".result").textContent);
	equal(await page.$eval(".result", (p) => p.textContent),
		"Solved in 3 moves, 2 pushes", "the result");
	equal(await page.$eval(".said", (p) => p.textContent),
		"Solved in 3 moves, 2 pushes", "what is announced");
	equal(await page.$eval(`${first} button.play`,
		(b) => b.getAttribute("aria-label")), "Play", "at the end");
	/* Watching is not solving. */
	equal(await page.$$eval("[data-solved]", (l) => l.length), 0, "solved");
	await close(page);
});

/* ---- play by hand */

/* The keys of a game of letters on each grid. */
function typeSolutions() {
	const KEYS = {4: {u: "ArrowUp", d: "ArrowDown", l: "ArrowLeft",
		r: "ArrowRight"}, 6: {u: "w", n: "e", l: "a", r: "d", s: "z", d: "x"},
	8: {u: "w", d: "s", l: "a", r: "d", w: "q", n: "e", s: "z", e: "c"}};
	const bad = [];
	let n = 0;
	for (const game of document.querySelectorAll(".game[data-count]")) {
		const {moves, count, mode} = game.dataset;
		const article = game.closest("article");
		const board = article.querySelector(".board[data-board]");
		if (!board || mode || /[^a-z()*]/i.test(moves))
			continue;
		const {steps = "", odd = ""} = board.querySelector("svg").dataset;
		const keys = KEYS[new Set((steps + odd).match(/[a-z]/g)).size || 4];
		board.dispatchEvent(new PointerEvent("pointerdown",
			{bubbles: true, button: 1}));
		board.focus();
		article.querySelector("button.restart").click();
		delete article.dataset.solved;
		localStorage.clear();
		for (const c of moves.toLowerCase().match(/[a-z]/g))
			board.dispatchEvent(new KeyboardEvent("keydown",
				{key: keys[c], bubbles: true, cancelable: true}));
		const counts = ["moves", "pushes"].map((name) =>
			article.querySelector(`output.${name}`).value).join("/");
		if (counts !== count || !article.dataset.solved)
			bad.push([article.id, counts, count, article.dataset.solved]);
		const undo = article.querySelector("button.undo");
		for (let i = 0; i < moves.length; i++)
			undo.click();
		if (article.querySelector("output.moves").value !== "0")
			bad.push([article.id, "undo does not lead back"]);
		n++;
	}
	return [bad, n];
}

await test("solutions are played by keys to the same counts", async () => {
	let n = 0;
	for (const input of [...[sample, collection].map((text, i) =>
		file(`keys${i}.sok`, text)), ...files]) {
		const page = await open(run("sokconv", ["-q", "-t", "html", input]));
		const [bad, some] = await page.evaluate(typeSolutions);
		equal(bad, [], input);
		n += some;
		await close(page);
	}
	holds(n > 4, `only ${n} solutions`);
	console.log(`# ${n} solutions`);
});

/* Where the middle of a cell is in the window. */
const point = (page, selector, x, y) => page.$eval(selector, (svg, x, y) => {
	const p = new DOMPoint(x + .5, y + .5).matrixTransform(svg.getScreenCTM());
	return [p.x, p.y];
}, x, y);

const boards = collection.split(/\n\n\n/).map((text) => text.trim())
	.filter((text) => text.includes("#"));

/* A solution of a puzzle of the collection, and its rows. */
function parts(text) {
	const [, moves] = /Solution.*\n([a-zA-Z]+)/.exec(text);
	return {rows: text.split("\n").filter((l) => /^ *#/.test(l)), moves};
}

await test("a collection is solved by the keyboard alone", async () => {
	const page = await open(pageOf(collection));
	const KEY = {u: "ArrowUp", d: "KeyS", l: "KeyA", r: "ArrowRight"};
	await page.focus("select[name=sort]");
	while (!(await page.evaluate(() =>
		document.activeElement.matches(".board"))))
		await page.keyboard.press("Tab");
	for (const text of boards) {
		/* One Tab stop a puzzle. */
		for (const c of parts(text).moves.toLowerCase())
			await page.keyboard.press(KEY[c]);
		await page.keyboard.press("Tab");
	}
	equal(await page.$$eval("article", (l) => l.map((a) => a.dataset.solved)),
		boards.map((text) => /Solution (\S+)/.exec(text)[1]), "solved");
	await close(page);
});

await test("the keyboard reaches puzzles that cannot be played as well", async () => {
	const unmanned = "#####\n# $.#\n#####\n\n\n";
	const page = await open(pageOf(`${boards[0]}\n\n\n${unmanned}${boards[0]}\n`));
	const at = () => page.evaluate(() =>
		document.activeElement.closest("article")?.id + " " +
		document.activeElement.localName);
	await page.focus("article .board");
	const stops = [await at()];
	for (let i = 0; i < 2; i++) {
		await page.keyboard.press("Tab");
		stops.push(await at());
	}
	equal(stops, ["1 div", "2 a", "3 div"], "Tab stops");
	await page.keyboard.down("Shift");
	await page.keyboard.press("Tab");
	await page.keyboard.up("Shift");
	await page.keyboard.press("Enter");
	await until(page, () => document.querySelector(".shown")?.id === "2");
	await page.keyboard.press("Escape");
	await until(page, () => !document.querySelector(".shown"));
	equal(await at(), "2 a", "the focus after the list is shown again");
	await page.keyboard.press("Tab");
	equal(await at(), "3 div", "the next Tab stop");
	/* The overview has the same stops. */
	await page.evaluate(() => location.hash = "overview");
	await page.focus("article .board");
	await page.keyboard.press("Tab");
	equal(await at(), "2 a", "the Tab stop in the overview");
	await page.keyboard.press("Enter");
	await until(page, () => document.querySelector(".shown")?.id === "2");
	await close(page);
});

await test("a collection is solved by touch alone", async () => {
	const page = await open(pageOf(collection), {viewport: {width: 390,
		height: 844, isMobile: true, hasTouch: true}});
	const DX = {u: [0, -1], d: [0, 1], l: [-1, 0], r: [1, 0]};
	for (let i = 0; i < boards.length; i++) {
		const {rows, moves} = parts(boards[i]);
		const svg = `article[id="${i + 1}"] svg`;
		await page.$eval(svg, (s) => s.scrollIntoView({block: "center"}));
		let y = rows.findIndex((row) => /[@+]/.test(row));
		let x = rows[y].search(/[@+]/), walked = false;
		const steps = [...moves].map((c) => [c, DX[c.toLowerCase()]]);
		for (let k = 0; k < steps.length; k++) {
			const [c, [dx, dy]] = steps[k];
			if (c < "a") {
				/* Walk up to it by a tap, then drag the box. */
				if (walked)
					await page.touchscreen.tap(...await point(page, svg, x, y));
				if (walked)
					await new Promise((done) => setTimeout(done, 350));
				walked = false;
				const from = await point(page, svg, x + dx, y + dy);
				const to = await point(page, svg, x + 2 * dx, y + 2 * dy);
				const touch = await page.touchscreen.touchStart(...from);
				await touch.move(...to);
				await touch.end();
				await new Promise((done) => setTimeout(done, 60));
			} else {
				walked = true;
			}
			x += dx;
			y += dy;
		}
		await until(page, `document.getElementById(${i + 1}).dataset.solved`);
	}
	await close(page);
});

await test("a swipe is one step, and a box is taken by two taps", async () => {
	const page = await open(pageOf(collection), {hash: "#1", viewport:
		{width: 390, height: 844, isMobile: true, hasTouch: true}});
	const svg = "article[id='1'] svg", moves = () => page.$eval(
		"article[id='1'] output.moves", (o) => o.value);
	let [x, y] = await point(page, svg, 1, 1);
	const touch = await page.touchscreen.touchStart(x, y);
	await touch.move(x + 60, y + 4);
	await touch.end();
	equal(await moves(), "1", "moves after a swipe");
	await page.click("article[id='1'] button.undo");
	[x, y] = await point(page, svg, 3, 1);
	await page.touchscreen.tap(x, y);
	await until(page, () => document.querySelector(".ways"));
	[x, y] = await point(page, svg, 5, 1);
	await page.touchscreen.tap(x, y);
	await until(page, () => document.querySelector("[data-solved]"));
	await close(page);
});

await test("what is impossible is shown", async () => {
	const page = await open(pageOf(collection), {hash: "#1"});
	const said = () => page.$eval(".said", (p) => p.textContent);
	const marks = () => page.$$eval(".refused", (l) => l.length);
	await page.keyboard.press("ArrowUp");
	equal([await said(), await marks()], ["A wall is in the way.", 1], "a wall");
	await page.mouse.click(...await point(page, "article[id='1'] svg", 4, 1));
	equal(await said(), "No way leads there.", "behind the box");
	const [from, to] = [await point(page, "article[id='1'] svg", 3, 1),
		await point(page, "article[id='1'] svg", 1, 1)];
	await page.mouse.move(...from);
	await page.mouse.down();
	await page.mouse.move(...to, {steps: 4});
	await page.mouse.up();
	equal(await said(), "No way leads there for this box.", "a box");
	equal(await page.$eval("output.moves", (o) => o.value), "0", "moves");
	await close(page);
});

await test("reverse play by hand is what sokreplay accepts", async () => {
	const page = await open(pageOf(collection), {hash: "#1"});
	const find = (name) => `article[id='1'] ${name}`;
	await page.select(find("select.games"), "reverse");
	await page.mouse.click(...await point(page, find("svg"), 4, 1));
	await until(page, () => document.querySelector("output.moves").value === "3");
	await page.focus(find(".board"));
	await page.keyboard.down("Shift");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.up("Shift");
	equal(await page.$eval("[data-solved]", (a) => a.dataset.solved), "5/2",
		"solved");
	const block = await page.evaluate(copied, "1");
	equal(judged(boards[0], block), "reverse solved 5 2", block);
	await close(page);
});

/* What the page copies. */
async function copied(id, what = "moves") {
	let text;
	navigator.clipboard.writeText = (t) => {
		text = t;
		return Promise.resolve();
	};
	const article = document.getElementById(id);
	article.querySelector("select.what").value = what;
	article.querySelector("button.copy").click();
	await new Promise((done) => setTimeout(done, 50));
	return text;
}

await test("players change in Multiban", async () => {
	const page = await open(pageOf(sample));
	const id = await page.evaluate(() => [...document.querySelectorAll("article")]
		.find((a) => a.textContent.includes("Multiban")).id);
	await page.$eval(`[id='${id}']`, (a) => a.scrollIntoView());
	const svg = `[id='${id}'] svg`;
	const tap = async (x, y) => {
		await page.mouse.click(...await point(page, svg, x, y));
		await new Promise((done) => setTimeout(done, 50));
	};
	const keys = async (...list) => {
		for (const key of list)
			await page.keyboard.press(`Arrow${key}`);
	};
	await tap(3, 7);
	await keys("Up", "Right", "Right");
	await tap(4, 4);
	await keys("Up", "Left", "Up");
	equal(await page.$eval(`[id='${id}']`, (a) => a.dataset.solved), "6/3",
		"solved");
	await close(page);
});

/* ---- solutions of one's own */

/* Solve the first puzzle of the collection by keys. */
async function solveFirst(page) {
	await page.focus("article[id='1'] .board");
	for (const c of parts(boards[0]).moves.toLowerCase())
		await page.keyboard.press({l: "ArrowLeft", r: "ArrowRight"}[c]);
}

await test("a solution is there again after a reload, and can be copied", async () => {
	const page = await open(pageOf(collection));
	await solveFirst(page);
	holds((await page.$eval(".result", (p) => p.textContent)).startsWith(
		"Solved in 3 moves, 2 pushes: as few moves as the best"), "the result");
	await page.reload();
	equal(await page.$eval("article[id='1']", (a) => a.dataset.solved), "3/2",
		"after a reload");
	await page.select("article[id='1'] select.games", "s0");
	await page.click("article[id='1'] button.end");
	equal(judged(boards[0], await page.evaluate(copied, "1")),
		"forward solved 3 2", "the block");
	await close(page, 2);
});

await test("without storage a solution lasts for the visit", async () => {
	const page = await open(pageOf(collection), {before: () =>
		Object.defineProperty(window, "localStorage", {get() {
			throw new DOMException("no", "SecurityError");
		}})});
	await solveFirst(page);
	equal(await page.$eval("article[id='1']", (a) => a.dataset.solved), "3/2",
		"solved");
	holds((await page.$eval(".said", (p) => p.textContent)).includes(
		"This browser keeps nothing"), "what is announced");
	await close(page);
});

await test("the page gives its levels away", async () => {
	const page = await open(pageOf(sample));
	equal(await page.evaluate(copied, "1", "board"),
		"#######\n#@ $ .#\n#######\n", "the board");
	const puzzle = await page.evaluate(copied, "1", "puzzle");
	holds(puzzle.startsWith("Forward\n\n#######"), puzzle);
	equal(await page.evaluate(copied, "2", "file"),
		run("sokfmt", [], sample).toString(), "the whole file");
	/* In any order. */
	await page.select("select[name=sort]", "boxes");
	equal(await page.evaluate(copied, "2", "file"),
		run("sokfmt", [], sample).toString(), "the whole file");
	/* A page that a browser has saved reads back as well. */
	await page.select("select[name=sort]", "file");
	const saved = await page.evaluate(() => document.doctype.name &&
		`<!DOCTYPE html>\n${document.documentElement.outerHTML}`);
	equal(run("sokfmt", [], saved).toString(),
		run("sokfmt", [], sample).toString(), "a saved page");
	await close(page);
});

/* ---- views */

await test("addresses lead to puzzles and positions, and back works", async () => {
	const bytes = pageOf(sample);
	const page = await open(bytes, {hash: "#1:solution-1@2"});
	const counts = () => page.$eval(".shown", (a) => [a.id,
		a.querySelector("output.moves").value,
		a.querySelector("output.pushes").value]);
	equal(await counts(), ["1", "2", "1"], "the position");
	await page.click(".shown button.redo");
	await until(page, () => location.hash === "#1:solution-1@3");
	await page.click("nav .next");
	equal((await counts())[0], "2", "the next one");
	await page.goBack();
	equal((await counts())[0], "1", "back");
	await page.click("nav .list");
	equal(await page.$$eval(".shown", (l) => l.length), 0, "the list");
	await page.click("a.to-overview");
	await page.click("article[id='2']");
	equal((await counts())[0], "2", "from the overview");
	await page.goBack();
	equal(await page.$eval("main", (m) => m.className), "overview", "back");
	const id = /data-id="(\w+)"/.exec(bytes.toString())[1];
	await page.evaluate((id) => location.hash = `#id=${id}`, id);
	await until(page, () => document.querySelector(".shown")?.id === "1");
	await page.keyboard.press("Escape");
	await until(page, () => !document.querySelector(".shown"));
	await close(page);
});

await test("puzzles are searched, filtered and put in order", async () => {
	const page = await open(pageOf(collection));
	const seen = () => page.$$eval("article", (l) => l.filter((a) =>
		a.checkVisibility()).map((a) => +a.id));
	const all = boards.map((text, i) => i + 1);
	equal(await seen(), all, "the order of the file");
	await page.type("input[type=search]", "second");
	equal(await seen(), [2], "searched");
	await page.$eval("input[type=search]", (i) => i.value = "");
	await page.select("select[name=sort]", "title");
	equal(await seen(), [3, 1, 2], "by title");
	await page.select("select[name=sort]", "file");
	await solveFirst(page);
	await page.select("select[name=filter]", "unsolved");
	equal(await seen(), all.slice(1), "not solved");
	equal(await page.$eval("output[name=count]", (o) => o.value),
		`${all.length - 1} of ${all.length} puzzles`, "the count");
	await close(page);
});

await test("a board that cannot be played says why", async () => {
	const page = await open(pageOf("#####\n#@@$.#\n#####\n\n\n" +
		"######\n#@ $ #\n######\n\n\n#####\n#@$.#\n#####\n"));
	equal(await page.$$eval("article", (l) => l.map((a) =>
		[a.querySelectorAll(".findings li").length > 0,
			a.querySelectorAll("button.undo").length])),
	[[true, 0], [true, 1], [false, 1]], "findings and players");
	await page.select("select[name=filter]", "findings");
	equal(await page.$$eval("article:not([hidden])", (l) => l.length), 2,
		"with findings");
	await close(page);
});

await test("the board is on the screen while it plays", async () => {
	for (const viewport of [{width: 390, height: 700}, {width: 900, height: 600},
		{width: 1600, height: 900}])
		for (const hash of ["", "#1"]) {
			const page = await open(pageOf(large), {viewport, hash});
			await page.$eval("button.play", (b) => b.scrollIntoView());
			await page.click("button.play");
			const [top, bottom, height] = await page.$eval("article svg", (s) => {
				const r = s.getBoundingClientRect();
				return [r.top, r.bottom, innerHeight];
			});
			holds(top >= -1 && bottom <= height + 1,
				`${viewport.width} ${hash}: ${top} to ${bottom} of ${height}`);
			await close(page);
		}
});

await test("nothing is wrong for those who cannot see it", async () => {
	for (const scheme of ["light", "dark"])
		for (const hash of ["", "#1", "#overview"]) {
			const page = await open(pageOf(sample), {hash,
				features: [{name: "prefers-color-scheme", value: scheme}]});
			await page.$eval("button.end", (b) => b.click());
			await page.evaluate(axe);
			const found = await page.evaluate(async () =>
				(await axe.run()).violations.map((v) => [v.id,
					...v.nodes.map((n) => n.html.slice(0, 200))]));
			equal(found, [], `${scheme} ${hash}`);
			await close(page);
		}
});

await test("buttons are 44 pixels on touch", async () => {
	const page = await open(pageOf(sample), {hash: "#1", viewport: {width: 390,
		height: 844, isMobile: true, hasTouch: true}});
	const small = await page.$$eval(".shown button, .shown select, nav a", (l) =>
		l.map((b) => [b.className, b.getBoundingClientRect()])
			.filter(([, r]) => r.height < 44 || r.width < 44)
			.map(([name, r]) => [name, r.width, r.height]));
	equal(small, [], "smaller");
	await close(page);
});

await test("a page without a script is pictures and text", async () => {
	const page = await browser.newPage();
	await page.setJavaScriptEnabled(false);
	await page.goto(`file://${file("plain.html", pageOf(sample))}`);
	equal(await page.$$eval("button, input", (l) => l.length), 0, "controls");
	equal(await page.$$eval("article svg", (l) => l.length), 3, "pictures");
	await page.close();
});

await test("hostile text stays text", async () => {
	const evil = '</title></style></script></pre></details><script>' +
		'document.title="no"</script><img src=x onerror=alert(1)>"\'&amp;]]>--><!--';
	const input = `Collection: ${evil}\n\nAuthor: ${evil}\n\n\n${evil}\u202e\0\n\n` +
		`#####\n#@$.#\n#####\n\n${evil}\n\nSolution ${evil}\nR\n`;
	const page = await open(pageOf(input), {hash: "#1"});
	equal(await page.$eval("h1", (h) => h.textContent), evil, "h1");
	equal(await page.title(), evil, "title");
	equal(await page.$eval("h3", (h) => h.textContent),
		`Solution ${evil}`, "h3");
	equal(await page.$$eval("img", (l) => l.length), 0, "images");
	equal(await page.$$eval("script", (l) => l.length), 1, "scripts");
	equal(await page.evaluate(copied, "1", "file"),
		run("sokfmt", [], input).toString(), "the whole file");
	await close(page);
});

await test("pages fit from a phone to a wide screen", async () => {
	for (const hash of ["", "#1", "#overview"]) {
		const page = await open(pageOf(sample), {hash});
		for (const width of [320, 390, 700, 900, 1300, 1600, 2500]) {
			await page.setViewport({width, height: 800});
			equal(await page.evaluate(() =>
				document.documentElement.scrollWidth <= innerWidth), true,
			`${width} wide ${hash}`);
		}
		await close(page);
	}
});

await test("a phone shows the board and all controls, upright and turned", async () => {
	for (const [width, height] of [[390, 844], [844, 390], [667, 375]]) {
		const page = await open(pageOf(collection), {hash: "#1", viewport:
			{width, height, isMobile: true, hasTouch: true}});
		const [board, last] = await page.evaluate(() =>
			[".shown .board", ".shown button.save"].map((name) =>
				document.querySelector(name).getBoundingClientRect().toJSON()));
		holds(last.bottom <= height, `${width}: controls end at ${last.bottom}`);
		holds(board.bottom <= height && board.height >= height / 2,
			`${width}: the board has ${board.top} to ${board.bottom}`);
		await close(page);
	}
});

await test("text of double size does not break words of buttons", async () => {
	const page = await open(pageOf(collection), {hash: "#1",
		viewport: {width: 390, height: 844}});
	await page.evaluate(() => document.documentElement.style.fontSize = "200%");
	const low = await page.$$eval(".single a, .shown .give button", (all) =>
		all.every((a) => a.offsetHeight < 100));
	equal(low, true, "one line in each");
	const [bar, title] = await page.evaluate(() =>
		[".single", ".shown h2"].map((name) =>
			document.querySelector(name).getBoundingClientRect().toJSON()));
	holds(bar.bottom <= title.top, "the title is below the bar");
	equal(await page.evaluate(() =>
		document.documentElement.scrollWidth <= innerWidth), true, "it fits");
	await close(page);
});

await test("a printed page is small", async () => {
	const page = await open(pageOf(`${boards[0]}\n\n\n`.repeat(155)));
	const {length} = await page.pdf();
	console.log(`# ${length} bytes`);
	holds(length < 1e6, `${length} bytes`);
	await close(page);
});

/* ---- speed */

/* Processor time of a page in ms, whatever else the machine does. */
async function clock(page) {
	const cdp = await page.createCDPSession();
	await cdp.send("Performance.enable", {timeDomain: "threadTicks"});
	return async () => (await cdp.send("Performance.getMetrics")).metrics
		.find((m) => m.name === "TaskDuration").value * 1000;
}

/* Until the page is drawn, and until a click on its first game is. */
async function time(bytes) {
	const page = await browser.newPage();
	const busy = await clock(page), path = file("time.html", bytes);
	const drawn = () => page.evaluate(() => new Promise((done) =>
		requestAnimationFrame(() => setTimeout(done, 0))));
	const start = performance.now();
	await page.goto(`file://${path}`);
	await drawn();
	await page.$eval("button", (b) => b.click());
	await drawn();
	const times = [performance.now() - start, await busy()];
	await page.close();
	return times;
}

await test("1,600 puzzles open in a second", async () => {
	const board = "############\n#..  #     #\n#..  # $  $#\n" +
		"#..  #$### #\n#..    @ # #\n#..  # #  $#\n###### ##$ #\n" +
		"  # $  $ $ #\n  #    #   #\n  ##########\n\n";
	const many = pageOf(`${board}Solution\n${"lrud".repeat(60)}\n\n`.repeat(1600));
	const times = [];
	for (let i = 0; i < 5; i++)
		times.push(await time(many));
	const [all, busy] = [0, 1].map((k) => Math.min(...times.map((t) => t[k])));
	console.log(`# ${Math.round(all)} ms, of which the page needs ` +
		`${Math.round(busy)}`);
	holds(busy <= 900, `${busy} ms`);
	/* Players that nobody has asked for come meanwhile. */
	const page = await open(many);
	equal(await page.$$eval("article .undo", (all) => all.length < 1600), true,
		"not all players at once");
	await page.waitForFunction(() =>
		document.querySelectorAll("article .undo").length === 1600,
	{timeout: 60000, polling: 100});
	await close(page);
});

await test("a large board moves smoothly, and its routes do not stop it", async () => {
	const page = await open(pageOf(large), {hash: "#1"});
	await page.focus(".board");
	/* What a frame costs the page, whatever else the machine does. */
	const busy = await clock(page);
	const before = await busy();
	const frames = await page.evaluate(async () => {
		const board = document.querySelector(".board"), times = [];
		let last = await new Promise(requestAnimationFrame);
		for (let i = 0; i < 60; i++) {
			board.dispatchEvent(new KeyboardEvent("keydown", {bubbles: true,
				key: i % 2 ? "ArrowLeft" : "ArrowRight", cancelable: true}));
			const now = await new Promise(requestAnimationFrame);
			times.push(now - last);
			last = now;
		}
		return times.sort((a, b) => a - b);
	});
	const cost = (await busy() - before) / 60;
	console.log(`# median frame ${frames[30].toFixed(1)} ms, of which the page ` +
		`needs ${cost.toFixed(1)}`);
	holds(cost < 12, `a frame takes ${cost} ms`);
	/* The first box goes far. */
	const svg = ".shown svg", from = await point(page, svg, 2, 2);
	await page.mouse.click(...from);
	await until(page, () => document.querySelector(".ways")?.getAttribute("d")
		.split("M").length > 1000);
	await close(page);
});

await end();
