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

/* realloc() for the parser: NULL on ENOMEM, or if the parser would have more
 * memory than its budget (current->exceeded). */
static void *
budget_realloc(void *old, size_t size)
{
	union block *was = old != NULL ? (union block *)old - 1 : NULL, *block;
	size_t had = was != NULL ? was->size : 0;

	size += sizeof(*block);
	if (size < sizeof(*block) || size > current->most ||
	    current->used - had > current->most - size) {
		current->exceeded = true;
		return NULL;
	}
	block = realloc(was, size);
	if (block == NULL)
		return NULL;
	current->used = current->used - had + size;
	block->size = size;
	return block + 1;
}

/* malloc() for the parser; NULL as budget_realloc(). */
static void *
budget_malloc(size_t size)
{
	return budget_realloc(NULL, size);
}

static void
budget_free(void *at)
{
	union block *block;

	if (at == NULL)
		return;
	block = (union block *)at - 1;
	current->used -= block->size;
	free(block);
}

struct sok_pos
slc_pos(const struct slc *slc)
{
	size_t line = (size_t)SLC_LINE(slc->xml);
	size_t col = (size_t)SLC_COLUMN(slc->xml) + 1;

	return (struct sok_pos){slc->reader->options.name,
	    slc->first_line + line - 1, line == 1 ? col + slc->indent : col};
}

/* ---- character sets */

/* The charset that a name means, in any case, as other programs write it; NULL
 * if the name is not one of these. */
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
	struct slc *slc = ctx;
	struct sok_str name = sok_str(encoding ? encoding : "");
	const char *canonical = canonical_charset(name);

	(void)version, (void)standalone;
	if (slc->reader->in.decode != NULL || name.len == 0)
		return;
	if (canonical != NULL)
		name = sok_str(canonical);
	slc->western = !slc->bom &&
	    (sok_str_caseeq(name, SOK_STR("ISO-8859-1")) ||
	        sok_str_caseeq(name, SOK_STR("windows-1252")));
	if (slc->bom && !sok_str_caseeq(name, SOK_STR("UTF-8")))
		SLC_REPORT(slc, SOK_CHARSET_RULE,
		    "the byte-order mark of UTF-8 contradicts the declared "
		    "charset %s: read as UTF-8",
		    encoding);
}

/* Add a charset of single bytes to those of expat; any other is reported, and
 * an error of XML. */
static int
on_encoding(void *ctx, const XML_Char *name, XML_Encoding *encoding)
{
	struct slc *slc = ctx;
	struct charset *set = charset_open(CHARSET_DECODE, name);
	bool known = set != NULL;

	/* Map each byte to its character, and invalid bytes to -1. */
	for (int i = 0; i < 256 && known; i++) {
		char byte = (char)i, out[CHARSET_ROOM];
		struct sok_str in = {&byte, 1}, got = {out, 0};
		size_t bad = charset_bad(set);
		uint32_t code = 0;

		got.len = charset_convert(set, &in, out, sizeof(out), false);
		known = got.len > 0 && sok_str_char(got, &code) == got.len;
		encoding->map[i] = charset_bad(set) > bad ? -1 : (int)code;
	}
	if (!known)
		reader_report(slc->reader, SOK_SYNTAX_RULE, 1, 1,
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
	slc->stopped |= !known;
	return known ? XML_STATUS_OK : XML_STATUS_ERROR;
}

int
slc_expat(struct slc *slc)
{
	static const XML_Memory_Handling_Suite memory = {
	    budget_malloc, budget_realloc, budget_free};
	size_t comment = slc->limit[SOK_LIMIT_COMMENT];
	bool utf8 = slc->bom || slc->reader->in.decode != NULL;
	const char *name =
	    utf8 ? "UTF-8" : declared_charset(input_bytes(&slc->reader->in));

	/* The parser needs some memory however low the limit is. */
	slc->budget.most = comment < SIZE_MAX / 16
	    ? comment * 8 + ((size_t)256 << 10)
	    : SIZE_MAX;
	slc_budget(&slc->budget);
	slc->xml = XML_ParserCreate_MM(NULL, &memory, NULL);
	if (slc->xml == NULL ||
	    (name != NULL &&
	        XML_SetEncoding(slc->xml, name) == XML_STATUS_ERROR)) {
		errno = ENOMEM;
		return -1;
	}
	XML_SetUserData(slc->xml, slc);
	XML_SetXmlDeclHandler(slc->xml, on_declaration);
	XML_SetUnknownEncodingHandler(slc->xml, on_encoding, slc);
	return 0;
}
