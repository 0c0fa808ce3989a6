/*
 * replay.c - a second opinion on games: plays them as the definitions read,
 * slowly and without a line of the library.
 *
 * Reads lines "row|row|row<TAB>moves" and writes for each: verdict, moves,
 * pushes, box lines, box changes, pushing sessions, player lines, box lines
 * in YASC's definition, separated by blanks.  Boards and games are small.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, MANY = 1 << 14 };

struct spot {
	int x, y;
};

/* One thing that happens: a step, or a jump or change of player. */
struct event {
	char what; /* 's' step, '[' jump, '{' change */
	int dx, dy, letters;
	bool capital;
	int group; /* number of the outermost group it is in, 0 none */
};

/* What a legal event turned out to be. */
struct deed {
	char what; /* 'w' walk, 'p' push or pull, 'b' break */
	int dx, dy, box;
};

struct world {
	int width, height;
	char board[SIDE][SIDE + 1];
	struct spot box[SIDE * SIDE], man[SIDE * SIDE];
	int boxes, men, active;
	bool reverse, cheated;
	struct deed deed[MANY];
	int deeds, moves, pushes;
};

static struct world w;
static struct event event[MANY];
static int events;

static bool
same(struct spot a, struct spot b)
{
	return a.x == b.x && a.y == b.y;
}

static struct spot
next_to(struct spot a, int dx, int dy)
{
	return (struct spot){a.x + dx, a.y + dy};
}

static char
look(struct spot a)
{
	if (a.x < 0 || a.y < 0 || a.x >= w.width || a.y >= w.height)
		return '#';
	return w.board[a.y][a.x];
}

static int
box_on(struct spot a)
{
	for (int i = 0; i < w.boxes; i++)
		if (same(w.box[i], a))
			return i;
	return -1;
}

static int
man_on(struct spot a)
{
	for (int i = 0; i < w.men; i++)
		if (same(w.man[i], a))
			return i;
	return -1;
}

static bool
empty(struct spot a)
{
	return look(a) != '#' && box_on(a) < 0 && man_on(a) < 0;
}

/* Mark what can be walked to from a until nothing changes any more. */
static void
spread(
    bool mark[SIDE][SIDE], struct spot a, bool through_boxes, bool through_men)
{
	static const int way[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
	bool more = true;

	mark[a.y][a.x] = true;
	while (more) {
		more = false;
		for (int y = 0; y < w.height; y++)
			for (int x = 0; x < w.width; x++)
				for (int i = 0; i < 4 && mark[y][x]; i++) {
					struct spot n = {
					    x + way[i][0], y + way[i][1]};

					if (look(n) == '#' || mark[n.y][n.x])
						continue;
					if (!through_boxes && box_on(n) >= 0)
						continue;
					if (!through_men && man_on(n) >= 0)
						continue;
					mark[n.y][n.x] = more = true;
				}
	}
}

static void
set_up(const char *rows, bool reverse)
{
	const char *row;
	int y = 0;

	memset(&w, 0, sizeof(w));
	memset(w.board, ' ', sizeof(w.board));
	w.reverse = reverse;
	for (row = rows; row != NULL && y < SIDE; y++) {
		const char *end = strchr(row, '|');
		int n = end ? (int)(end - row) : (int)strlen(row);

		memcpy(w.board[y], row, (size_t)n);
		w.width = n > w.width ? n : w.width;
		row = end ? end + 1 : NULL;
	}
	w.height = y;
	for (y = 0; y < w.height; y++)
		for (int x = 0; x < w.width; x++) {
			char c = w.board[y][x];

			if (c == '*' || c == (reverse ? '.' : '$') ||
			    (reverse && c == '+'))
				w.box[w.boxes++] = (struct spot){x, y};
			if (c == '@' || c == '+')
				w.man[w.men++] = (struct spot){x, y};
		}
}

static void
add_event(char what, int dx, int dy, int letters, bool capital, int group)
{
	event[events++] = (struct event){what, dx, dy, letters, capital, group};
}

static bool
direction(char c, int *dx, int *dy)
{
	const char *at = strchr("lrudLRUD", c);
	static const int dir[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

	if (c == '\0' || at == NULL)
		return false;
	*dx = dir[(at - "lrudLRUD") % 4][0];
	*dy = dir[(at - "lrudLRUD") % 4][1];
	return true;
}

/*
 * Read the moves up to the first star.  A group or bracket that the star is
 * in counts as not begun.  Group numbers tell outermost groups apart.
 */
static void
understand(const char *s)
{
	int depth = 0, group = 0, dx, dy;

	events = 0;
	for (; *s; s++) {
		if (*s == '(' && depth++ == 0)
			group++;
		if (*s == ')')
			depth--;
		if (*s == '*') {
			while (depth > 0 && events > 0 &&
			    event[events - 1].group == group)
				events--;
			return;
		}
		if (direction(*s, &dx, &dy))
			add_event('s', dx, dy, 1, *s < 'a', depth ? group : 0);
		if (*s == '[' || *s == '{') {
			int x = 0, y = 0, n = 0;
			char what = *s;

			for (s++; *s != ']' && *s != '}' && *s != '*'; s++)
				if (direction(*s, &dx, &dy)) {
					x += dx;
					y += dy;
					n++;
				}
			if (*s == '*') {
				s--;
				continue;
			}
			add_event(what, x, y, n, false, depth ? group : 0);
		}
	}
}

static void
did(char what, int dx, int dy, int box)
{
	w.deed[w.deeds++] = (struct deed){what, dx, dy, box};
}

static bool
walk_or_push(const struct event *e)
{
	struct spot at = w.man[w.active], to = next_to(at, e->dx, e->dy);
	int box = box_on(to);

	if (box >= 0) {
		if (!empty(next_to(to, e->dx, e->dy)) || man_on(to) >= 0)
			return false;
		w.box[box] = next_to(to, e->dx, e->dy);
		w.pushes++;
	} else if (!empty(to)) {
		return false;
	}
	w.man[w.active] = to;
	did(box >= 0 ? 'p' : 'w', e->dx, e->dy, box);
	return true;
}

static bool
walk_or_pull(const struct event *e)
{
	struct spot at = w.man[w.active], to = next_to(at, e->dx, e->dy);
	struct spot behind = next_to(at, -e->dx, -e->dy);
	int box = e->capital ? box_on(behind) : -1;

	if (box_on(at) >= 0 || !empty(to))
		return false;
	if (e->capital && (box < 0 || man_on(behind) >= 0))
		return false;
	if (e->capital) {
		w.box[box] = at;
		w.pushes++;
	}
	w.man[w.active] = to;
	did(e->capital ? 'p' : 'w', e->dx, e->dy, box);
	return true;
}

static bool
jump(const struct event *e)
{
	struct spot at = w.man[w.active], to = next_to(at, e->dx, e->dy);
	static bool area[SIDE][SIDE], walk[SIDE][SIDE];

	did('b', 0, 0, -1);
	if (same(at, to))
		return true;
	memset(area, 0, sizeof(area));
	for (int y = 0; y < w.height; y++)
		for (int x = 0; x < w.width; x++)
			if (w.board[y][x] == '@' || w.board[y][x] == '+')
				spread(area, (struct spot){x, y}, true, true);
	if (!empty(to) || !area[to.y][to.x])
		return false;
	memset(walk, 0, sizeof(walk));
	spread(walk, at, false, false);
	if (w.pushes > 0 && !walk[to.y][to.x])
		w.cheated = true;
	w.man[w.active] = to;
	return true;
}

static bool
change(const struct event *e)
{
	int man = man_on(next_to(w.man[w.active], e->dx, e->dy));

	did('b', 0, 0, -1);
	if (man < 0)
		return false;
	w.active = man;
	return true;
}

static bool
do_event(const struct event *e)
{
	if (e->what == '{')
		return change(e);
	if (e->what == '[')
		return w.reverse && jump(e);
	return w.reverse ? walk_or_pull(e) : walk_or_push(e);
}

/* Boxes on every square that is one of these, and nowhere else. */
static bool
boxes_on(const char *squares)
{
	int n = 0;

	for (int y = 0; y < w.height; y++)
		for (int x = 0; x < w.width; x++)
			n += strchr(squares, w.board[y][x]) != NULL;
	for (int i = 0; i < w.boxes; i++)
		if (!strchr(squares, look(w.box[i])))
			return false;
	return !w.reverse || n == w.boxes;
}

/* Men are alike: every part must have as many of them as at the start. */
static bool
men_home(void)
{
	static bool part[SIDE][SIDE];

	for (int i = 0; i < w.men; i++) {
		int n = 0;

		memset(part, 0, sizeof(part));
		spread(part, w.man[i], false, true);
		for (int j = 0; j < w.men; j++)
			n += part[w.man[j].y][w.man[j].x];
		for (int y = 0; y < w.height; y++)
			for (int x = 0; x < w.width; x++)
				n -= part[y][x] &&
				    strchr("@+", w.board[y][x]) != NULL;
		if (n != 0)
			return false;
	}
	return true;
}

static const char *
verdict(void)
{
	if (w.pushes == 0 || w.cheated)
		return "unsolved";
	if (!w.reverse)
		return boxes_on(".*+") ? "solved" : "unsolved";
	return boxes_on("$*") && men_home() ? "solved" : "unsolved";
}

static char answer[128];

static void
tell(const char *what)
{
	int lines = 0, changes = 0, sessions = 0, player_lines = 0, yasc = 0;
	const struct deed none = {'b', 0, 0, -1};
	struct deed last = none, push = none;

	for (int i = 0; i < w.deeds; i++) {
		struct deed d = w.deed[i];
		bool turn =
		    last.what == 'b' || d.dx != last.dx || d.dy != last.dy;

		if (d.what == 'b') {
			push.what = 'b';
		} else {
			player_lines += turn;
		}
		if (d.what == 'p') {
			lines += turn || last.what != 'p';
			sessions += last.what != 'p';
			changes += d.box != push.box;
			yasc += d.box != push.box || push.what == 'b' ||
			    d.dx != push.dx || d.dy != push.dy;
			push = d;
		}
		last = d;
	}
	snprintf(answer, sizeof(answer), "%s %d %d %d %d %d %d %d", what,
	    w.moves, w.pushes, lines, changes, sessions, player_lines, yasc);
}

/* The answer for one board and game; rows are joined by '|'. */
static const char *
judge(const char *rows, const char *moves)
{
	bool jumps = false;
	int first = 0;

	understand(moves);
	for (int i = 0; i < events; i++)
		jumps = jumps || event[i].what == '[';
	/* Nothing but redo moves: they say what kind of game it is. */
	set_up(rows, jumps || moves[strspn(moves, "(*)")] == '[');
	/* Which player it is about may be said before the first jump. */
	while (first < events && event[first].what == '{')
		first++;
	if (jumps && event[first].what != '[') {
		tell("illegal");
		return answer;
	}
	for (int i = 0; i < events; i++) {
		int before = w.deeds;

		if (!do_event(&event[i])) {
			w.deeds = before;
			tell("illegal");
			return answer;
		}
		w.moves += event[i].what == '{' ? 0 : event[i].letters;
	}
	tell(verdict());
	return answer;
}

/* The unit test takes all this as a part of itself. */
#if !defined(ORACLE_PART)
int
main(void)
{
	static char line[1 << 16];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		char *moves = strchr(line, '\t');

		line[strcspn(line, "\n")] = '\0';
		if (moves == NULL)
			continue;
		*moves++ = '\0';
		puts(judge(line, moves));
	}
	return 0;
}
#endif
