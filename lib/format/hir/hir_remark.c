/*
 * hir_remark.c - comments, messages and expressions among the moves of a trace
 * as lines of the game's text, where the model has room for them; and the
 * sections that both readers and writers of trace files know.
 */
#include "format/hir/hir.h"
#include "tools.h"

const struct sok_str hir_section_line[HIR_NSECTIONS] = {
    [HIR_PICTURE] = SOK_STR_INIT(""),
    [HIR_SAVED] = SOK_STR_INIT("---saved-image---"),
    [HIR_INFORMATION] = SOK_STR_INIT("---information---"),
    [HIR_TRACE] = SOK_STR_INIT("---trace-data---"),
};

enum hir_section
hir_section(struct sok_str line)
{
	if (line.len == 0 || line.s[0] != '-')
		return HIR_PICTURE;
	for (enum hir_section i = HIR_SAVED; i < HIR_NSECTIONS; i++)
		if (sok_str_eq(line, hir_section_line[i]))
			return i;
	return HIR_PICTURE;
}

struct sok_str
hir_remark_line(enum hir_place place, size_t moves, struct sok_str text,
    struct sok_arena *a)
{
	int n = (int)text.len;

	if (place == HIR_AFTER)
		return sok_str_fmt(a, "After %zu: %.*s", moves, n, text.s);
	if (place == HIR_BEFORE)
		return sok_str_fmt(a, "Before %zu: %.*s", moves + 1, n, text.s);
	return sok_str_fmt(
	    a, "Between %zu and %zu: %.*s", moves, moves + 1, n, text.s);
}

static bool
take_word(struct sok_str *s, struct sok_str what)
{
	if (!sok_str_starts(*s, what))
		return false;
	*s = sok_str_from(*s, what.len);
	return true;
}

/* A number of moves: what is larger than any is text. */
static bool
take_number(struct sok_str *s, size_t *n)
{
	return sok_str_digits(s, n) > 0 && *n <= 999999999;
}

/* One token that may stand in a trace, and nothing behind it. */
static bool
is_remark(struct sok_str s)
{
	struct hir_lexer x = {.rest = s, .line = 1, .col = 1, .nesting = 255};

	if (hir_token(&x).kind != HIR_REMARK)
		return false;
	return hir_token(&x).kind == HIR_END;
}

bool
hir_remark_parse(struct sok_str line, struct hir_remark *m)
{
	size_t next = 0;

	if (take_word(&line, SOK_STR("Before "))) {
		m->place = HIR_BEFORE;
		if (!take_number(&line, &next) || next == 0)
			return false;
		m->moves = next - 1;
	} else if (take_word(&line, SOK_STR("After "))) {
		m->place = HIR_AFTER;
		if (!take_number(&line, &m->moves))
			return false;
	} else if (take_word(&line, SOK_STR("Between "))) {
		m->place = HIR_BETWEEN;
		if (!take_number(&line, &m->moves) ||
		    !take_word(&line, SOK_STR(" and ")) ||
		    !take_number(&line, &next) || next != m->moves + 1)
			return false;
	} else {
		return false;
	}
	m->text = sok_str_from(line, 2);
	return take_word(&line, SOK_STR(": ")) && is_remark(m->text);
}
