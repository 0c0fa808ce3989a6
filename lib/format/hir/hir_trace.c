/* hir_trace.c - reads a trace as a game: tokens of Lisp become moves, groups
 * for operations of the mouse, and remarks as lines that tell their place. */
#include <string.h>

#include "base/base.h"
#include "format/hir/hir.h"
#include "text/text.h"

/* MOVES: a word of udlrUDLR.  BOUNDARY: blank lines.  REMARK: a ; comment, a
 * message, an S-expression.  WRONG: none of these. */
enum kind { END, MOVES, BOUNDARY, REMARK, WRONG };

struct token {
	enum kind kind;
	struct sok_str text;
	size_t line, col;
	const char *wrong; /* what is wrong with it */
};

/* The rest of a trace; line and col of its first byte. */
struct lexer {
	struct sok_str rest;
	size_t line, col;
	size_t nesting; /* the allowed depth of nested parentheses */
};

#define ESCAPE '\x1b'

static bool
ends_line(char c)
{
	return c == '\n' || c == '\r' || c == '\0';
}

static bool
is_space(char c)
{
	return ends_line(c) || sok_is_blank(c) || c == '\f' || c == '\v';
}

/* The end of the line that contains byte i. */
static size_t
trace_line_end(struct sok_str s, size_t i)
{
	while (i < s.len && !ends_line(s.s[i]))
		i++;
	return i;
}

/* The position after the character at i.  A backslash includes the next one,
 * but not a line end.  In ISO-2022-JP, text from ESC $ to ESC ( or the end of
 * the line has two-byte characters without another meaning; it is one character
 * here. */
static size_t
step(struct sok_str s, size_t i)
{
	size_t end = i + 1;

	if (s.s[i] == '\\' && end < s.len && !ends_line(s.s[end]))
		return end + 1;
	if (s.s[i] != ESCAPE || end >= s.len || s.s[end] != '$')
		return end;
	for (i += 2; i < s.len && strchr("\n\r", s.s[i]) == NULL; i++)
		if (s.s[i] == ESCAPE && i + 1 < s.len && s.s[i + 1] == '(')
			return i + 2 < s.len ? i + 3 : s.len;
	return i;
}

/* The position after the string or list at i, s.len + 1 if it does not end;
 * *deepest: the depth of its parentheses. */
static size_t
datum_end(struct sok_str s, size_t i, size_t *deepest)
{
	size_t depth = 0;

	*deepest = 0;
	do {
		if (s.s[i] == '"') {
			for (i++; i < s.len && s.s[i] != '"';)
				i = step(s, i);
			i++;
		} else if (s.s[i] == ';') {
			i = trace_line_end(s, i);
		} else {
			depth += s.s[i] == '(';
			*deepest = depth > *deepest ? depth : *deepest;
			depth -= s.s[i] == ')';
			i = step(s, i);
		}
	} while (depth > 0 && i < s.len);
	return depth > 0 ? s.len + 1 : i;
}

static size_t
word_end(struct sok_str s, size_t i)
{
	while (i < s.len && !is_space(s.s[i]) && !strchr("()\";", s.s[i]))
		i = step(s, i);
	return i;
}

/* Take n bytes from the start, counting lines and columns. */
static struct sok_str
take_bytes(struct lexer *lexer, size_t n)
{
	struct sok_str s = sok_str_sub(lexer->rest, 0, n);

	for (size_t i = 0; i < n; i++) {
		bool crlf = s.s[i] == '\r' && i + 1 < lexer->rest.len &&
		    lexer->rest.s[i + 1] == '\n';

		if (ends_line(s.s[i]) && !crlf) {
			lexer->line++;
			lexer->col = 1;
		} else {
			lexer->col += (s.s[i] & 0xc0) != 0x80;
		}
	}
	lexer->rest = sok_str_from(lexer->rest, n);
	return s;
}

static struct token
next_token(struct lexer *lexer)
{
	struct token token = {.kind = REMARK};
	size_t n = 0, deep = 0, from = lexer->line;
	struct sok_str s;

	while (n < lexer->rest.len && is_space(lexer->rest.s[n]))
		n++;
	take_bytes(lexer, n);
	s = lexer->rest;
	token.line = lexer->line;
	token.col = lexer->col;
	if (s.len == 0 || token.line - from >= 2) {
		token.kind = s.len == 0 ? END : BOUNDARY;
		return token;
	}

	n = 0;
	if (s.s[0] == ';') {
		n = trace_line_end(s, 0);
	} else if (memchr("\"('`,#", s.s[0], 6) != NULL) {
		/* A string, a list, or another datum after quotes. */
		while (n < s.len && memchr("'`,@#", s.s[n], 5) != NULL)
			n++;
		if (n < s.len && (s.s[n] == '"' || s.s[n] == '(')) {
			n = datum_end(s, n, &deep);
			if (deep > lexer->nesting)
				token.wrong = "parentheses nested too deep";
		} else if (word_end(s, n) > n) {
			n = word_end(s, n);
		} else {
			token.wrong = "a quote of nothing";
		}
		if (n > s.len) {
			n = s.len;
			token.wrong = s.s[0] == '"'
			    ? "a message that is never closed"
			    : "parentheses that are never closed";
		}
	} else {
		token.kind = MOVES;
		n = word_end(s, 0);
		n = n > 0 ? n : 1;
		/* Traces only have the letters of Sokoban. */
		for (size_t i = 0; i < n; i++)
			if (!sok_is_move(s.s[i]))
				token.wrong = "no word of moves";
	}
	if (token.wrong != NULL)
		token.kind = WRONG;
	token.text = take_bytes(lexer, n);
	return token;
}

bool
hir_is_remark(struct sok_str s)
{
	struct lexer lexer = {.rest = s, .line = 1, .col = 1, .nesting = 255};

	return next_token(&lexer).kind == REMARK &&
	    next_token(&lexer).kind == END;
}

/* ---- the game */

/* Most words of a file that is not a trace are wrong. */
#define MOST_WRONG 20

struct trace {
	struct sok_reader *reader;
	struct sok_game *game;
	struct sok_buf moves, sources; /* sources: of struct sok_source */
	size_t n;                      /* letters so far */
	size_t groups;                 /* operations */
	bool open;                     /* the last operation may continue */
	struct sok_text *remarks;
	size_t room;   /* as in text_append() */
	size_t placed; /* the place of so many remarks is known */
	size_t wrong;  /* number of dropped words */
};

/* Append moves or the parenthesis of an operation with the place of a token. */
static void
add_moves(struct trace *trace, struct sok_str s, const struct token *at)
{
	const struct sok_source from = {s, at->line, at->col};

	sok_buf_add(&trace->sources,
	    (struct sok_str){(const char *)&from, sizeof(from)});
	sok_buf_add(&trace->moves, s);
}

/* Set the place of all remarks since the last moves. */
static void
place_remarks(struct trace *trace, enum hir_place place)
{
	struct sok_arena *arena = &trace->reader->arena;
	const char *when = place == HIR_AFTER ? "After" : "Before";
	size_t n = place == HIR_BEFORE ? trace->n + 1 : trace->n;

	for (; trace->placed < trace->remarks->n; trace->placed++) {
		struct sok_str *line = &trace->remarks->line[trace->placed],
		               s = *line;

		if (place == HIR_BETWEEN)
			s = sok_str_fmt(arena, "Between %zu and %zu: %.*s", n,
			    n + 1, (int)s.len, s.s);
		else
			s = sok_str_fmt(
			    arena, "%s %zu: %.*s", when, n, (int)s.len, s.s);
		*line = reader_made(trace->reader, s);
	}
}

static void
add_remark(struct trace *trace, struct sok_str text)
{
	struct sok_arena *arena = &trace->reader->arena;

	reader_fails(trace->reader,
	    text_append(trace->remarks, &trace->room, text, arena) == -1);
}

/* Make a message or expression one line: line ends become \n in strings, where
 * \ before a line end removes both, and blanks elsewhere.  The comments inside
 * it follow, each on its own line. */
static void
take_remark(struct trace *trace, struct sok_str s)
{
	struct sok_buf flat = {0}, comments = {0};
	struct sok_arena *arena = &trace->reader->arena;
	bool string = false;
	size_t end;

	if (trace_line_end(s, 0) == s.len) {
		add_remark(trace, sok_str_rtrim(s));
		return;
	}
	for (size_t i = 0; i < s.len; i = end) {
		char c = s.s[i];

		end = step(s, i);
		string ^= c == '"';
		if (string && c == '\\' && end == i + 1 && end < s.len)
			end++;
		char last = s.s[end - 1];
		if (string && ends_line(last)) {
			if (last == '\r' && end < s.len && s.s[end] == '\n')
				end++;
			if (c != '\\')
				sok_buf_add(&flat, SOK_STR("\\n"));
		} else if (!string && c == ';') {
			end = trace_line_end(s, i);
			struct sok_str comment = sok_str_sub(s, i, end);
			sok_buf_add(&comments, sok_str_rtrim(comment));
			sok_buf_addc(&comments, '\n');
		} else if (!string && is_space(c)) {
			if (flat.len == 0 || flat.s[flat.len - 1] != ' ')
				sok_buf_addc(&flat, ' ');
		} else {
			sok_buf_add(&flat, sok_str_sub(s, i, end));
		}
	}
	reader_fails(trace->reader, flat.failed || comments.failed);
	add_remark(
	    trace, sok_str_dup(arena, sok_str_rtrim(sok_buf_str(&flat))));
	s = reader_made(
	    trace->reader, sok_str_dup(arena, sok_buf_str(&comments)));
	while (s.len > 0)
		add_remark(trace, sok_str_line(&s));
	sok_buf_free(&flat);
	sok_buf_free(&comments);
}

static void
take_token(struct trace *trace, const struct token *token)
{
	const struct sok_pos at = {
	    trace->reader->options.name, token->line, token->col};
	size_t n = token->text.len < 20 ? token->text.len : 20;

	switch (token->kind) {
	case MOVES:
		place_remarks(trace, HIR_BEFORE);
		if (trace->n == 0)
			trace->game->pos = at;
		if (!trace->open) {
			trace->groups++;
			add_moves(trace, SOK_STR("("), token);
		}
		trace->open = true;
		add_moves(trace, token->text, token);
		trace->n += token->text.len;
		break;
	case BOUNDARY:
	case END:
		place_remarks(trace, trace->open ? HIR_AFTER : HIR_BETWEEN);
		if (trace->open)
			add_moves(trace, SOK_STR(")"), token);
		trace->open = false;
		break;
	case REMARK:
		take_remark(trace, token->text);
		break;
	case WRONG:
		if (trace->wrong++ < MOST_WRONG)
			reader_report(trace->reader, SOK_SYNTAX_RULE,
			    token->line, token->col, "`%.*s%s` is %s: left out",
			    (int)n, token->text.s,
			    n < token->text.len ? "..." : "", token->wrong);
		break;
	}
}

void
hir_game(struct sok_reader *reader, struct sok_game *game,
    struct sok_text *remarks, struct sok_str trace, size_t line)
{
	struct trace run = {.reader = reader, .game = game, .remarks = remarks};
	struct lexer lexer = {.rest = trace,
	    .line = line,
	    .col = 1,
	    .nesting = reader->options.limits->v[SOK_LIMIT_NESTING]};
	size_t most = reader->options.limits->v[SOK_LIMIT_MOVES];
	struct sok_arena *arena = &reader->arena;
	struct token token;

	*remarks = (struct sok_text){NULL, 0};
	do {
		token = next_token(&lexer);
		if (token.kind == MOVES && token.text.len > most - run.n) {
			reader_report(reader, SOK_LIMIT_RULE, token.line,
			    token.col,
			    "more than %zu moves, the limit `moves`: the rest "
			    "is left out",
			    most);
			run.groups += !run.open;
			token.kind = END;
		}
		take_token(&run, &token);
	} while (token.kind != END);
	if (run.wrong > MOST_WRONG)
		reader_report(reader, SOK_SYNTAX_RULE, token.line, token.col,
		    "%zu more words that are not moves: left out",
		    run.wrong - MOST_WRONG);

	game->moves =
	    reader_made(reader, sok_str_dup(arena, sok_buf_str(&run.moves)));
	game->nsource = run.sources.len / sizeof(*game->source);
	game->source =
	    sok_arena_alloc(arena, game->nsource, sizeof(*game->source));
	if (reader_fails(reader,
	        run.moves.failed || run.sources.failed || !game->source))
		game->nsource = 0;
	if (game->nsource > 0)
		memcpy(game->source, run.sources.s, run.sources.len);
	sok_buf_free(&run.moves);
	sok_buf_free(&run.sources);
	/* A single operation needs no parentheses. */
	game->letters_only = run.groups <= 1;
	if (run.groups == 1 && game->nsource > 2) {
		game->moves = sok_str_sub(game->moves, 1, game->moves.len - 1);
		game->source++;
		game->nsource -= 2;
	}
}
