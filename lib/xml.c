/*
 * xml.c - escaping for what writes XML, and a parser of bounded memory for
 * what reads it.
 */
#include <stdlib.h>

#include "escape.h"
#include "xml.h"

/* In front of every block that the parser was given. */
union block {
	struct {
		struct xml_budget *budget;
		size_t size;
	} b;
	max_align_t align;
};

/* expat's allocator takes no context. */
static _Thread_local struct xml_budget *current;

void
xml_current(struct xml_budget *budget)
{
	current = budget;
}

static void *
take(union block *old, struct xml_budget *budget, size_t size)
{
	size_t had = old ? old->b.size : 0;
	union block *p;

	size += sizeof(*p);
	if (size < sizeof(*p) || size > budget->most ||
	    budget->used - had > budget->most - size) {
		budget->exceeded = true;
		return NULL;
	}
	p = realloc(old, size);
	if (p == NULL)
		return NULL;
	budget->used = budget->used - had + size;
	p->b.budget = budget;
	p->b.size = size;
	return p + 1;
}

static void *
budget_malloc(size_t size)
{
	return take(NULL, current, size);
}

static void *
budget_realloc(void *p, size_t size)
{
	return take(p ? (union block *)p - 1 : NULL, current, size);
}

static void
budget_free(void *p)
{
	union block *block = (union block *)p - 1;

	if (p == NULL)
		return;
	block->b.budget->used -= block->b.size;
	free(block);
}

XML_Parser
xml_parser(struct xml_budget *budget)
{
	static const XML_Memory_Handling_Suite memory = {
	    budget_malloc, budget_realloc, budget_free};

	xml_current(budget);
	return XML_ParserCreate_MM(NULL, &memory, NULL);
}

static bool
is_illegal(uint32_t c)
{
	return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
	    c == 0xfffe || c == 0xffff;
}

/* What stands for an ASCII character that cannot stand for itself. */
static struct sok_str
entity(uint32_t c)
{
	switch (c) {
	case '&':
		return SOK_STR("&amp;");
	case '<':
		return SOK_STR("&lt;");
	case '>':
		return SOK_STR("&gt;");
	case '"':
		return SOK_STR("&quot;");
	default:
		return (struct sok_str){NULL, 0};
	}
}

static bool
is_plain(char c)
{
	return c >= 0x20 && c < 0x7f && c != '&' && c != '<' && c != '>' &&
	    c != '"';
}

/* Write the character at the start of s, which is not plain: its length. */
static size_t
put_special(struct sok_output *o, struct sok_str s, size_t *illegal)
{
	uint32_t c = 0;
	size_t n = sok_str_char(s, &c);
	struct sok_str e = entity(c);

	if (n == 0 || is_illegal(c)) {
		sok_out(o, SOK_STR("\xef\xbf\xbd"));
		(*illegal)++;
		return n ? n : 1;
	}
	if (e.s != NULL)
		sok_out(o, e);
	else if (escape_needed(c))
		sok_outf(o, "&#x%X;", (unsigned)c);
	else
		sok_out(o, sok_str_sub(s, 0, n));
	return n;
}

size_t
xml_out(struct sok_output *o, struct sok_str s)
{
	size_t i = 0, illegal = 0;

	while (i < s.len) {
		size_t from = i;

		while (i < s.len && is_plain(s.s[i]))
			i++;
		sok_out(o, sok_str_sub(s, from, i));
		if (i < s.len)
			i += put_special(o, sok_str_from(s, i), &illegal);
	}
	return illegal;
}
