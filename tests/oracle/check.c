/*
 * check.c - the verdict on boards by the plainest means there are, sharing
 * nothing with the library: what sokcheck says is compared with it.
 *
 *     check <boards
 *
 * Every line is a board, its rows joined by '|'; the answer is a line
 *
 *     players closed row column boxes goals all-boxes all-goals rules
 *
 * closed is 1 or 0, with the square where the player gets out (from 1, else
 * 0 0); boxes and goals are those in reach, then those of the whole picture;
 * rules are the names of the findings about them, joined by ',' or '-'.
 * Include it with NAIVE_NO_MAIN to call naive_check().
 */
#include <stdio.h>
#include <string.h>

#ifndef NAIVE
#define NAIVE static
#endif

enum { NAIVE_SIDE = 80 };

struct naive {
	int width, height;
	char at[NAIVE_SIDE][NAIVE_SIDE]; /* [row][column] */
	char reached[NAIVE_SIDE][NAIVE_SIDE];
	int players, closed, row, col;
	int boxes, goals, all_boxes, all_goals;
	int boxes_off, outside_off; /* in reach, out of it: not on goals */
	/* Boxes and goals that are lost, as flags; of a closed board. */
	char frozen[NAIVE_SIDE][NAIVE_SIDE], dead[NAIVE_SIDE][NAIVE_SIDE];
	char unreachable[NAIVE_SIDE][NAIVE_SIDE];
};

NAIVE int
naive_player(char c)
{
	return c == '@' || c == '+';
}

NAIVE int
naive_box(char c)
{
	return c == '$' || c == '*';
}

NAIVE int
naive_goal(char c)
{
	return c == '.' || c == '+' || c == '*';
}

/* Rows joined by '|'; 0 if they are too many or too long. */
NAIVE int
naive_parse(struct naive *n, const char *s)
{
	int x = 0, y = 0;

	memset(n, 0, sizeof(*n));
	memset(n->at, ' ', sizeof(n->at));
	for (; *s != '\0' && *s != '\n'; s++) {
		if (*s == '|') {
			x = 0;
			y++;
			continue;
		}
		if (x >= NAIVE_SIDE || y >= NAIVE_SIDE)
			return 0;
		n->at[y][x++] = *s;
		if (x > n->width)
			n->width = x;
	}
	n->height = y + 1;
	return y < NAIVE_SIDE;
}

NAIVE int
naive_beside(const struct naive *n, int y, int x)
{
	return (y > 0 && n->reached[y - 1][x]) ||
	    (x > 0 && n->reached[y][x - 1]) ||
	    (y + 1 < n->height && n->reached[y + 1][x]) ||
	    (x + 1 < n->width && n->reached[y][x + 1]);
}

/* Look at every square again until nothing is new. */
NAIVE void
naive_flood(struct naive *n)
{
	int x, y, again = 1;

	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++)
			n->reached[y][x] = naive_player(n->at[y][x]) != 0;
	while (again) {
		again = 0;
		for (y = 0; y < n->height; y++)
			for (x = 0; x < n->width; x++)
				if (!n->reached[y][x] && n->at[y][x] != '#' &&
				    naive_beside(n, y, x))
					n->reached[y][x] = (char)(again = 1);
	}
}

NAIVE void
naive_count(struct naive *n, int y, int x)
{
	char c = n->at[y][x];
	int in = n->reached[y][x];

	n->players += naive_player(c);
	n->all_boxes += naive_box(c);
	n->all_goals += naive_goal(c);
	n->boxes += in && naive_box(c);
	n->goals += in && naive_goal(c);
	n->boxes_off += in && c == '$';
	n->outside_off += !in && c == '$';
	if (n->closed && in &&
	    (y == 0 || x == 0 || y == n->height - 1 || x == n->width - 1)) {
		n->closed = 0;
		n->row = y + 1;
		n->col = x + 1;
	}
}

NAIVE void
naive_check(struct naive *n)
{
	int x, y;

	naive_flood(n);
	n->players = n->boxes = n->goals = n->all_boxes = n->all_goals = 0;
	n->boxes_off = n->outside_off = n->row = n->col = 0;
	n->closed = 1;
	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++)
			naive_count(n, y, x);
}

/* Append the name to the list of rules. */
NAIVE void
naive_rule(char *list, const char *name, int found)
{
	if (!found)
		return;
	if (list[0] != '\0')
		strcat(list, ",");
	strcat(list, name);
}

/* ---- pushes, on a closed board: no square of the area is at its edge */

/* Squares beside (y, x): up and down, or left and right. */
NAIVE int
naive_blocked(const struct naive *n, int y, int x)
{
	return !n->reached[y][x] || n->frozen[y][x];
}

/* Boxes are no longer frozen when both squares on an axis are free. */
NAIVE void
naive_freeze(struct naive *n)
{
	int x, y, again = 1;

	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++)
			n->frozen[y][x] =
			    (char)(n->reached[y][x] && naive_box(n->at[y][x]));
	while (again) {
		again = 0;
		for (y = 0; y < n->height; y++)
			for (x = 0; x < n->width; x++) {
				if (!n->frozen[y][x] ||
				    ((naive_blocked(n, y - 1, x) ||
				         naive_blocked(n, y + 1, x)) &&
				        (naive_blocked(n, y, x - 1) ||
				            naive_blocked(n, y, x + 1))))
					continue;
				n->frozen[y][x] = 0;
				again = 1;
			}
	}
}

/* Whether a lone box on (y, x) can be pushed by (dy, dx). */
NAIVE int
naive_can_push(const struct naive *n, int y, int x, int dy, int dx)
{
	return n->reached[y][x] && n->reached[y - dy][x - dx] &&
	    n->reached[y + dy][x + dx];
}

/* Add squares to a set: those a box comes to from it, or (from: 1) those from
 * which it comes to it. */
NAIVE void
naive_spread(const struct naive *n, char set[NAIVE_SIDE][NAIVE_SIDE], int from)
{
	static const int way[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
	int x, y, i, again = 1;
	char *source, *target;

	while (again) {
		again = 0;
		for (y = 1; y < n->height - 1; y++)
			for (x = 1; x < n->width - 1; x++)
				for (i = 0; i < 4; i++) {
					source = &set[y][x];
					target =
					    &set[y + way[i][0]][x + way[i][1]];
					if (!naive_can_push(
					        n, y, x, way[i][0], way[i][1]))
						continue;
					if (from ? *target && !*source
					         : *source && !*target)
						*(from ? source : target) =
						    (char)(again = 1);
				}
	}
}

NAIVE void
naive_pushes(struct naive *n)
{
	static char live[NAIVE_SIDE][NAIVE_SIDE], warm[NAIVE_SIDE][NAIVE_SIDE];
	int x, y, in;

	memset(n->frozen, 0, sizeof(n->frozen));
	memset(n->dead, 0, sizeof(n->dead));
	memset(n->unreachable, 0, sizeof(n->unreachable));
	if (n->players == 0 || !n->closed)
		return;
	naive_freeze(n);
	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++) {
			in = n->reached[y][x];
			live[y][x] = (char)(in && naive_goal(n->at[y][x]));
			warm[y][x] = (char)(in && naive_box(n->at[y][x]));
		}
	naive_spread(n, live, 1);
	naive_spread(n, warm, 0);
	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++) {
			in = n->reached[y][x];
			n->frozen[y][x] &= n->at[y][x] == '$';
			n->dead[y][x] = (char)(in && n->at[y][x] == '$' &&
			    !live[y][x] && !n->frozen[y][x]);
			n->unreachable[y][x] = (char)(in &&
			    naive_goal(n->at[y][x]) && !warm[y][x]);
		}
}

/* The rules that a board breaks, in the order of their numbers.  The list has
 * room for 200 characters. */
NAIVE void
naive_rules(const struct naive *n, char *list)
{
	int in_equal = n->boxes == n->goals;
	int all_equal = n->all_boxes == n->all_goals;
	int out = n->all_boxes > n->boxes || n->all_goals > n->goals;

	list[0] = '\0';
	naive_rule(list, "no-player", n->players == 0);
	if (n->players == 0)
		return;
	naive_rule(list, "many-players", n->players > 1);
	naive_rule(list, "not-closed", !n->closed);
	if (!n->closed)
		return;
	naive_rule(list, "no-boxes", n->boxes == 0);
	naive_rule(list, "box-goal-count", !in_equal);
	naive_rule(list, "outside-elements", out);
	naive_rule(list, "outside-box-off-goal", n->outside_off > 0);
	naive_rule(list, "outside-count", in_equal && !all_equal);
	naive_rule(list, "circular",
	    n->boxes > 0 && n->boxes_off == 0 && n->outside_off == 0);
}

#ifndef NAIVE_NO_MAIN
int
main(void)
{
	static struct naive n;
	static char line[NAIVE_SIDE * (NAIVE_SIDE + 1) + 2], rules[200];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (!naive_parse(&n, line))
			return 2;
		naive_check(&n);
		naive_rules(&n, rules);
		printf("%d %d %d %d %d %d %d %d %s\n", n.players, n.closed,
		    n.row, n.col, n.boxes, n.goals, n.all_boxes, n.all_goals,
		    rules[0] == '\0' ? "-" : rules);
	}
	return 0;
}
#endif
