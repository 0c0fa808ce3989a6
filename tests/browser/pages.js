/*
 * pages.js - what a browser makes of the pages of sokconv -t html.
 *
 *	node pages.js BIN TESTS [FILE ...]
 *
 * BIN is the folder of the programs, TESTS that of the tests; every game of the
 * FILEs plays as sokreplay says.  Reports like bats does.
 */
import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

const modules = createRequire(join(process.env.NODE_MODULES ?? ".", "x.js"));
const puppeteer = (await import(pathToFileURL(
	modules.resolve("puppeteer-core")))).default;
const axe = readFileSync(modules.resolve("axe-core/axe.min.js"), "utf8");
const [bin, tests, ...files] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "sok-browser-"));
let failed = 0, made = 0;

const browser = await puppeteer.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	headless: true,
	protocolTimeout: 600000,
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync",
		`--user-data-dir=${join(folder, "profile")}`],
});

function run(program, args, input) {
	try {
		return execFileSync(join(bin, program), args, {input,
			maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "ignore"]});
	} catch (error) {
		// 2: what is no text is not read.
		if (error.status === 1 || error.status === 2)
			return error.stdout;
		throw error;
	}
}

/* Open a page made of these bytes; what went wrong is in page.trouble. */
async function open(bytes, features = []) {
	const file = join(folder, `${++made}.html`);
	const page = await browser.newPage();
	writeFileSync(file, bytes);
	page.trouble = [];
	page.requests = 0;
	page.on("console", (m) => page.trouble.push(m.text()));
	page.on("pageerror", (e) => page.trouble.push(e.message));
	page.on("request", () => page.requests++);
	await page.emulateMediaFeatures(features);
	await page.goto(pathToFileURL(file).href);
	return page;
}

async function close(page) {
	equal(page.trouble, [], "errors on the page");
	equal(page.requests, 1, "requests");
	await page.close();
}

function equal(got, want, what) {
	const [a, b] = [got, want].map((x) => JSON.stringify(x));
	if (a !== b)
		throw new Error(`${what}: ${a}, expected ${b}`);
}

async function test(name, body) {
	try {
		await body();
		console.log(`ok browser ${name}`);
	} catch (error) {
		failed++;
		console.log(`${error.stack}\nnot ok browser ${name}`);
	}
}

/* ---- games */

/* What sokreplay says of each game: mode, verdict, moves, pushes. */
function replayed(file) {
	return run("sokreplay", ["-F", "tsv", file]).toString().split("\n")
		.map((line) => line.split("\t")).filter((f) => f[4] && f[7])
		.map((f) => [f[6], f[7], +f[8], +f[9]]);
}

/* The same of each game of a page, played to its end in one step, or step by
 * step and back again. */
function play(one) {
	const place = (svg) => [...svg.querySelectorAll(".moves")]
		.map((use) => use.getAttribute("href") + use.style.transform);
	return [...document.querySelectorAll(".game")].map((game) => {
		const mode = game.dataset.mode ?? "forward";
		const verdict = game.dataset.verdict;
		const end = game.querySelector("button.end");
		const svg = game.closest("article").querySelector("svg");
		if (!end)
			return [mode, verdict, 0, 0];
		const step = game.querySelector("button.step");
		const position = game.querySelector("input.position");
		let before;
		if (one) {
			game.querySelector("button.start").click();
			before = place(svg);
			while (+position.value < +position.max)
				step.click();
		} else {
			end.click();
		}
		const counts = ["moves", "pushes"].map((name) =>
			+game.querySelector(`output.${name}`).value);
		const loose = svg.querySelectorAll('[href="#loose"]').length;
		if (mode === "forward" && verdict === "solved" && loose > 0)
			return [`${loose} boxes off goal`];
		if (position.value !== position.max)
			return [`ends at ${position.value} of ${position.max}`];
		if (one) {
			const back = game.querySelector("button.back");
			while (+position.value > 0)
				back.click();
			if (place(svg).join() !== before.join())
				return ["not back at the start"];
		}
		return [mode, verdict, ...counts];
	});
}

async function compare(file) {
	const want = replayed(file);
	const page = await open(run("sokconv", ["-q", "-t", "html", file]));
	equal(await page.evaluate(play, want.length < 40), want, file);
	await close(page);
	return want.length;
}

const sample = join(folder, "sample.sok");
writeFileSync(sample, `Collection: Sample
Author: Ann

Forward

#######
#@ $ .#
#######

Solution
rRR

Wrong case
rrr

Too far
rRRR

Snapshot
rR*R

Groups
(r)(RR)

Reverse
[rrr]LL

Nothing pulled
[]r

Early jump
r[r]R

Multiban

#######
#  .  #
#  $  #
# .$  #
# @ @ #
#  .  #
#  $  #
#  @  #
#######

Game: Multiban

{rddd}Urr{uul}uLU

No title

-----
/@.$--/-----
`);

await test("games play as sokreplay says", async () => {
	await compare(sample);
	await compare(join(tests, "demo.sok"));
	let n = 0;
	for (const file of files)
		n += await compare(file);
	if (files.length > 0)
		console.log(`# ${n} games of ${files.length} files`);
});

/* ---- use */

await test("the keyboard alone plays a game", async () => {
	const page = await open(run("sokconv", ["-q", "-t", "html", sample]));
	const read = () => page.$eval(".game", (game) => [
		game.querySelector("output.moves").value,
		game.querySelector("output.pushes").value]);
	const name = () => page.evaluate(() =>
		document.activeElement.getAttribute("aria-label"));
	await page.keyboard.press("Tab");
	equal(await name(), "To the start", "first stop");
	for (const label of ["One step back", "Play", "One step on"]) {
		await page.keyboard.press("Tab");
		equal(await name(), label, "next stop");
	}
	await page.keyboard.press("Enter");
	equal(await read(), ["1", "0"], "after a step");
	await page.keyboard.press("ArrowRight");
	equal(await read(), ["2", "1"], "after an arrow");
	await page.keyboard.press("Home");
	equal(await read(), ["0", "0"], "after Home");
	await page.keyboard.press("End");
	equal(await read(), ["3", "2"], "after End");
	equal(await page.$eval("[role=status]", (p) => p.textContent),
		"Solved in 3 moves, 2 pushes", "what is said");
	for (const label of ["To the end", "Speed 1\u00d7", "Position"]) {
		await page.keyboard.press("Tab");
		equal(await name(), label, "next stop");
	}
	await page.keyboard.press("ArrowLeft");
	equal(await read(), ["2", "1"], "after an arrow on the slider");
	await page.keyboard.press("Home");
	equal(await read(), ["0", "0"], "after Home on the slider");
	await close(page);
});

await test("a game plays by itself, and stops", async () => {
	const page = await open(run("sokconv", ["-q", "-t", "html", sample]));
	await page.click("button.play");
	equal(await page.$eval("button.play",
		(b) => b.getAttribute("aria-label")), "Pause", "while it plays");
	await page.waitForSelector(".game.over", {timeout: 10000});
	equal(await page.$eval("output.moves", (o) => o.value), "3", "moves");
	equal(await page.$eval("button.play",
		(b) => b.getAttribute("aria-label")), "Play", "at the end");
	// Another game of the same picture begins where that one began.
	const second = (await page.$$(".game"))[1];
	await (await second.$("button.step")).click();
	equal(await second.$eval("output.moves", (o) => o.value), "1", "moves");
	equal(await page.$$eval("article:first-of-type [href='#set']",
		(l) => l.length), 0, "boxes on goals");
	await close(page);
});

await test("nothing is wrong for those who cannot see it", async () => {
	for (const scheme of ["light", "dark"]) {
		const page = await open(
			run("sokconv", ["-q", "-t", "html", sample]),
			[{name: "prefers-color-scheme", value: scheme}]);
		await page.click("button.end");
		await page.evaluate(axe);
		const found = await page.evaluate(async () =>
			(await axe.run()).violations.map((v) => [v.id,
				...v.nodes.map((n) => n.html.slice(0, 200))]));
		equal(found, [], scheme);
		await close(page);
	}
});

await test("a page without a script is pictures and text", async () => {
	const page = await browser.newPage();
	const file = join(folder, "plain.html");
	writeFileSync(file, run("sokconv", ["-q", "-t", "html", sample]));
	await page.setJavaScriptEnabled(false);
	await page.goto(pathToFileURL(file).href);
	equal(await page.$$eval("button, input", (l) => l.length), 0, "controls");
	equal(await page.$$eval("article svg", (l) => l.length), 2, "pictures");
	await page.close();
});

await test("hostile text stays text", async () => {
	const evil = '</title></style></script><script>document.title="no"' +
		'</script><img src=x onerror=alert(1)>"\'&amp;]]>--><!--';
	const page = await open(run("sokconv", ["-q", "-t", "html"],
		`Collection: ${evil}\n\nAuthor: ${evil}\n\n\n${evil}\u202e\0\n\n` +
		`#####\n#@$.#\n#####\n\n${evil}\n\nSolution ${evil}\nR\n`));
	equal(await page.$eval("h1", (h) => h.textContent), evil, "h1");
	equal(await page.title(), evil, "title");
	equal(await page.$eval("h3", (h) => h.textContent),
		`Solution ${evil}`, "h3");
	equal(await page.$$eval("img", (l) => l.length), 0, "images");
	equal(await page.$$eval("script", (l) => l.length), 1, "scripts");
	await close(page);
});

await test("pages fit from a phone to a wide screen", async () => {
	const page = await open(run("sokconv", ["-q", "-t", "html", sample]));
	for (const width of [320, 700, 1300, 2500]) {
		await page.setViewport({width, height: 800});
		equal(await page.evaluate(() =>
			document.documentElement.scrollWidth <= innerWidth), true,
			`${width} wide`);
	}
	await close(page);
});

/* ---- speed */

/* Until the page is drawn, and until a click on its first game is. */
async function time(bytes) {
	const page = await browser.newPage();
	const file = join(folder, "time.html");
	const drawn = () => page.evaluate(() => new Promise((done) =>
		requestAnimationFrame(() => setTimeout(done, 0))));
	writeFileSync(file, bytes);
	const start = performance.now();
	await page.goto(pathToFileURL(file).href);
	await drawn();
	await page.$eval("button", (b) => b.click());
	await drawn();
	const end = performance.now();
	await page.close();
	return end - start;
}

await test("a thousand puzzles open at once", async () => {
	const board = "############\n#..  #     #\n#..  # $  $#\n" +
		"#..  #$### #\n#..    @ # #\n#..  # #  $#\n###### ##$ #\n" +
		"  # $  $ $ #\n  #    #   #\n  ##########\n\n";
	const many = run("sokconv", ["-q", "-t", "html"],
		`${board}Solution\n${"lrud".repeat(60)}\n\n`.repeat(1000));
	const bare = "<!DOCTYPE html><title>bare</title><button>a</button>";
	const times = [[], []];
	for (let i = 0; i < 5; i++) {
		times[0].push(await time(bare));
		times[1].push(await time(many));
	}
	const [a, b] = times.map((t) => Math.min(...t));
	console.log(`# ${Math.round(b)} ms, a bare page ${Math.round(a)} ms`);
	if (b > 10 * a && b > 1000)
		throw new Error(`${b} ms, a bare page ${a} ms`);
});

await browser.close();
rmSync(folder, {recursive: true, force: true});
process.exit(failed > 0 ? 1 : 0);
