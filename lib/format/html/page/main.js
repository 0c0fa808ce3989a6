/*
 * main.js - gives the puzzles their players: to the first ones at once, to others
 * when they come into view, and to the rest while the browser is idle.
 */
const AT_ONCE = 200, AT_A_TIME = 20, PAUSE = 50; /* ms */
const later = articles.slice(AT_ONCE);

/* A part that fits in a frame, with time between for what the reader does. */
function setUpMore() {
	later.splice(0, AT_A_TIME).forEach(playerOf);
	if (later.length > 0)
		setTimeout(setUpMore, PAUSE);
}

document.documentElement.classList.add("plays");
articles.slice(0, AT_ONCE).forEach(playerOf);
articles.forEach((article) => tabStops(article, false));
main.addEventListener("contentvisibilityautostatechange", (e) =>
	e.skipped || playerOf(e.target), true);
listen(main);
setUpGallery();
setTimeout(setUpMore, 10 * PAUSE);
