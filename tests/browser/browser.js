/*
 * browser.js - what all tests of pages use: programs, a browser, and reports
 * like those of bats.
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

export const axe = readFileSync(modules.resolve("axe-core/axe.min.js"), "utf8");
export const [bin, tests, ...files] = process.argv.slice(2);
export const folder = mkdtempSync(join(tmpdir(), "sok-browser-"));
const only = process.env.ONLY && new RegExp(process.env.ONLY);
let failed = 0, made = 0;

export const browser = await puppeteer.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	headless: true,
	protocolTimeout: 600000,
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync",
		`--user-data-dir=${join(folder, "profile")}`],
});

export function run(program, args, input) {
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

/* A file of the test's folder. */
export function file(name, bytes) {
	const path = join(folder, name);
	writeFileSync(path, bytes);
	return path;
}

/* The page of a collection. */
export const pageOf = (input) => run("sokconv", ["-q", "-t", "html"], input);

/* Open a page made of these bytes; what went wrong is in page.trouble. */
export async function open(bytes, {features = [], hash = "", viewport,
	before} = {}) {
	const path = file(`${++made}.html`, bytes);
	/* Each page has a storage of its own. */
	const context = await browser.createBrowserContext();
	const page = await context.newPage();
	page.trouble = [];
	page.requests = [];
	page.on("console", (m) => page.trouble.push(m.text()));
	page.on("pageerror", (e) => page.trouble.push(e.message));
	page.on("request", (r) => page.requests.push(r.url()));
	if (viewport)
		await page.setViewport(viewport);
	await page.emulateMediaFeatures(features);
	if (before)
		await page.evaluateOnNewDocument(before);
	await page.goto(pathToFileURL(path).href + hash);
	return page;
}

/* Nothing was said on the console, and nothing but the page was asked for;
 * its own worker and what it gives to save are no requests to anybody. */
export async function close(page, loads = 1) {
	equal(page.trouble, [], "errors on the page");
	equal(page.requests.filter((url) => !url.startsWith("blob:")).length, loads,
		"requests");
	await page.browserContext().close();
}

export function equal(got, want, what) {
	const [a, b] = [got, want].map((x) => JSON.stringify(x));
	if (a !== b)
		throw new Error(`${what}: ${a}, expected ${b}`);
}

export function holds(condition, what) {
	if (!condition)
		throw new Error(what);
}

export async function test(name, body) {
	if (only && !only.test(name))
		return;
	try {
		await body();
		console.log(`ok browser ${name}`);
	} catch (error) {
		failed++;
		console.log(`${error.stack}\nnot ok browser ${name}`);
	}
}

export async function end() {
	await browser.close();
	rmSync(folder, {recursive: true, force: true});
	process.exit(failed > 0 ? 1 : 0);
}

/* What sokreplay says of each game: mode, verdict, moves, pushes. */
export function replayed(path) {
	return run("sokreplay", ["-F", "tsv", path]).toString().split("\n")
		.map((line) => line.split("\t")).filter((f) => f[4] && f[7])
		.map((f) => [f[6], f[7], +f[8], +f[9]]);
}

/* What sokreplay -M says of a block of moves on a puzzle. */
export function judged(puzzle, block) {
	const [moves, sok] = [file("block.txt", block), file("one.sok", puzzle)];
	return run("sokreplay", ["-F", "tsv", "-M", moves, sok]).toString()
		.split("\t").slice(6, 10).join(" ");
}

/* Wait until something is true on the page. */
export const until = (page, what) =>
	page.waitForFunction(what, {timeout: 5000, polling: 20});
