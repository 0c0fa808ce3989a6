/* slc_expat.c - bounded memory, and charsets that expat does not support. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/base.h"
#include "format/slc/slc.h"
#include "io/io.h"
#include "text/text.h"

/* ---- memory */

/* The head of each block of the parser's memory. */
union block {
	size_t size;
	max_align_t align;
};

/* expat's allocator has no context argument. */
static _Thread_local struct slc_budget *current;

void
slc_budget(struct slc_budget *budget)
{
	current = budget;
}

static void *
budget_realloc(void *old, size_t size)
{
	union block *was = old != NULL ? (union block *)old - 1 : NULL, *p;
	size_t had = was != NULL ? was->size : 0;

	size += sizeof(*p);
	if (size < sizeof(*p) || size > current->most ||
	    current->used - had > current->most - size) {
		current->exceeded = true;
		return NULL;
	}
	p = realloc(was, size);
	if (p == NULL)
		return NULL;
	current->used = current->used - had + size;
	p->size = size;
	return p + 1;
}

static void *
budget_malloc(size_t size)
{
	return budget_realloc(NULL, size);
}

static void
budget_free(void *p)
{
	union block *block;

	if (p == NULL)
		return;
	block = (union block *)p - 1;
	current->used -= block->size;
	free(block);
}

struct sok_pos
slc_pos(const struct slc *c)
{
	size_t line = (size_t)SLC_LINE(c->xml);
	size_t col = (size_t)SLC_COLUMN(c->xml) + 1;

	return (struct sok_pos){c->r->o.name, c->first_line + line - 1,
	    line == 1 ? col + c->indent : col};
}

/* ---- character sets */

/* Names that other programs write, in any case, and those that they mean. */
static const char *
canonical_charset(struct sok_str name)
{
	static const char *const alias[][2] = {{"utf8", "UTF-8"},
	    {"utf_8", "UTF-8"}, {"utf-8", "UTF-8"}, {"latin1", "ISO-8859-1"},
	    {"latin_1", "ISO-8859-1"}, {"latin-1", "ISO-8859-1"},
	    {"iso-8859-1", "ISO-8859-1"}, {"cp1252", "windows-1252"},
	    {"cp_1252", "windows-1252"}, {"windows-1252", "windows-1252"},
	    {"ascii", "US-ASCII"}};

	for (size_t i = 0; i < SOK_COUNT(alias); i++)
		if (sok_str_caseeq(name, sok_str(alias[i][0])))
			return alias[i][1];
	return NULL;
}

/* The parser knows no such names and asks for a table of bytes, which UTF-8 is
 * not, so it is told the charset before it meets the declaration: the canonical
 * name of what `<?xml ... encoding="name"` declares, or NULL if it needs none.
 */
static const char *
declared_charset(struct sok_str head)
{
	struct sok_str key = SOK_STR("encoding");
	size_t n = 0;

	head = sok_str_sub(head, 0, sok_str_find(head, SOK_STR("?>")));
	head = sok_str_from(head, sok_str_find(head, SOK_STR("<?xml")));
	head = sok_str_from(head, sok_str_find(head, key) + key.len);
	head = sok_str_ltrim(head);
	if (head.len == 0 || head.s[0] != '=')
		return NULL;
	head = sok_str_ltrim(sok_str_from(head, 1));
	if (head.len == 0 || (head.s[0] != '"' && head.s[0] != '\''))
		return NULL;
	for (n = 1; n < head.len && head.s[n] != head.s[0];)
		n++;
	return canonical_charset(sok_str_sub(head, 1, n));
}

static void
on_declaration(void *ctx, const XML_Char *version, const XML_Char *encoding,
    int standalone)
{
	struct slc *c = ctx;
	struct sok_str name = sok_str(encoding ? encoding : "");
	const char *canonical = canonical_charset(name);

	(void)version, (void)standalone;
	if (c->r->in.decode != NULL || name.len == 0)
		return;
	if (canonical != NULL)
		name = sok_str(canonical);
	c->western = !c->bom &&
	    (sok_str_caseeq(name, SOK_STR("ISO-8859-1")) ||
	        sok_str_caseeq(name, SOK_STR("windows-1252")));
	if (c->bom && !sok_str_caseeq(name, SOK_STR("UTF-8")))
		SLC_REPORT(c, SOK_CHARSET_RULE,
		    "the byte-order mark of UTF-8 contradicts the declared "
		    "charset %s: read as UTF-8",
		    encoding);
}

/* Charsets of single bytes can be added to those of expat. */
static int
on_encoding(void *ctx, const XML_Char *name, XML_Encoding *encoding)
{
	struct slc *c = ctx;
	struct charset *set = charset_open(CHARSET_DECODE, name);
	bool known = set != NULL;

	/* Map each byte to its character, and invalid bytes to -1. */
	for (int i = 0; i < 256 && known; i++) {
		char byte = (char)i, out[CHARSET_ROOM];
		struct sok_str in = {&byte, 1}, got = {out, 0};
		size_t bad = charset_bad(set);
		uint32_t u = 0;

		got.len = charset_convert(set, &in, out, sizeof(out), false);
		known = got.len > 0 && sok_str_char(got, &u) == got.len;
		encoding->map[i] = charset_bad(set) > bad ? -1 : (int)u;
	}
	if (!known)
		reader_report(c->r, SOK_SYNTAX_RULE, 1, 1,
		    set != NULL
		        ? "the charset %s is not a single-byte charset: "
		          "reading stops here; --charset=%s may decode it"
		        : "unknown charset %s: reading stops here",
		    name, name);
	else if (sok_str_caseeq(sok_str(name), SOK_STR("windows-1252")))
		for (int i = 128; i < 256; i++)
			encoding->map[i] =
			    (int)charset_windows1252((unsigned char)i);
	charset_free(set);
	encoding->data = NULL;
	encoding->convert = NULL;
	encoding->release = NULL;
	c->stopped |= !known;
	return known ? XML_STATUS_OK : XML_STATUS_ERROR;
}

int
slc_expat(struct slc *c)
{
	static const XML_Memory_Handling_Suite memory = {
	    budget_malloc, budget_realloc, budget_free};
	size_t comment = c->limit[SOK_LIMIT_COMMENT];
	bool utf8 = c->bom || c->r->in.decode != NULL;
	const char *name =
	    utf8 ? "UTF-8" : declared_charset(input_bytes(&c->r->in));

	/* The parser needs some memory however low the limit is. */
	c->budget.most = comment < SIZE_MAX / 16
	    ? comment * 8 + ((size_t)256 << 10)
	    : SIZE_MAX;
	slc_budget(&c->budget);
	c->xml = XML_ParserCreate_MM(NULL, &memory, NULL);
	if (c->xml == NULL ||
	    (name != NULL &&
	        XML_SetEncoding(c->xml, name) == XML_STATUS_ERROR)) {
		errno = ENOMEM;
		return -1;
	}
	XML_SetUserData(c->xml, c);
	XML_SetXmlDeclHandler(c->xml, on_declaration);
	XML_SetUnknownEncodingHandler(c->xml, on_encoding, c);
	return 0;
}
