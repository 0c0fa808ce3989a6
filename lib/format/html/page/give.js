/*
 * give.js - gives away what is on the page: moves, boards, puzzles and the
 * whole file, to the clipboard or as a file.
 */

/* The text of an element `pre.sok`, without the blank lines and the bare `::`
 * that keep it apart from the puzzle above. */
function sokOf(article) {
	return article.querySelector("pre.sok").textContent
		.replace(/^(\n|::\n)+/, "").replace(/\n*$/, "\n");
}

/* The whole file: all parts in the order of the file. */
function wholeFile() {
	return [...document.querySelectorAll("pre.sok")]
		.sort((a, b) => numberOf(a) - numberOf(b))
		.map((pre) => pre.textContent).join("");
}

function numberOf(pre) {
	return +(pre.closest("article")?.id ?? pre.dataset.after ?? 0);
}

/* A game as a block for a .sok file, in lines of 70 letters. */
function blockOf(text, moves, pushes, solved) {
	const lines = text.match(/\[[^\]]*\]|\{[^}]*\}|./g).reduce((all, part) => {
		const last = all.length - 1;
		if (last < 0 || all[last].length + part.length > 70)
			all.push(part);
		else
			all[last] += part;
		return all;
	}, []);
	return `; ${solved ? "Solution" : "Snapshot"} ${moves}/${pushes}\n` +
		`${lines.join("\n")}\n`;
}

async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const area = document.createElement("textarea");
		const focus = document.activeElement;
		area.value = text;
		area.className = "said";
		document.body.append(area);
		area.select();
		const copied = document.execCommand("copy");
		area.remove();
		focus?.focus({preventScroll: true});
		return copied;
	}
}

function saveText(text, name) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text]));
	link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60)}.sok`;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
