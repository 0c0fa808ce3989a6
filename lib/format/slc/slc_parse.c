/* slc_parse.c - the events of the XML parser, collected level by level.
 * Nothing is loaded, no entity defined, and text without an element is kept. */
#include <string.h>

#include "base/base.h"
#include "format/slc/slc.h"
#include "io/io.h"
#include "text/text.h"

static const struct {
	const char *name;
	enum slc_element element;
} elements[] = {{"L", SLC_ROW}, {"Level", SLC_LEVEL}, {"Title", SLC_TITLE},
    {"Description", SLC_DESCRIPTION}, {"Email", SLC_EMAIL}, {"Url", SLC_URL},
    {"LevelCollection", SLC_COLLECTION}, {"SokobanLevels", SLC_ROOT}};

/* Report an exceeded limit and stop. */
static void
refuse(struct slc *c, const char *why)
{
	if (c->stopped)
		return;
	SLC_REPORT(c, SOK_LIMIT_RULE, "%s: reading stops here", why);
	c->stopped = true;
	XML_StopParser(c->xml, XML_FALSE);
}

static bool
is_blank_byte(char c)
{
	return (unsigned char)c <= ' ';
}

static size_t
count_blanks(struct sok_str s)
{
	size_t i = 0;

	while (i < s.len && is_blank_byte(s.s[i]))
		i++;
	return i;
}

static bool
is_blank(struct sok_str s)
{
	return count_blanks(s) == s.len;
}

/* Whether a text has reached its limit, which stops the parser. */
static bool
is_full(struct slc *c, const struct sok_buf *b)
{
	if (b->len > c->limit[SOK_LIMIT_COMMENT])
		refuse(c, "more text in one place than the limit `comment`");
	return c->stopped;
}

/* Add text from expat, with C1 controls as windows-1252. */
static void
add_text(struct slc *c, struct sok_buf *b, struct sok_str s)
{
	size_t from = 0;

	if (!c->western || memchr(s.s, 0xc2, s.len) == NULL) {
		sok_buf_add(b, s);
		return;
	}
	for (size_t i = 0; i + 1 < s.len; i++) {
		unsigned char byte = (unsigned char)s.s[i + 1];
		char utf8[4];

		/* C2 80 to C2 9F are the controls C1 in UTF-8. */
		if (s.s[i] != '\xc2' || (byte & 0xe0) != 0x80)
			continue;
		uint32_t u = charset_windows1252(byte);
		if (reader_once(c->r, SLC_ONCE_C1))
			SLC_REPORT(c, SOK_CHARSET_RULE,
			    u == byte
			        ? "byte 0x%02X is not a character: read as "
			          "U+FFFD"
			        : "byte 0x%02X is not a character of "
			          "ISO-8859-1: bytes 80 to 9F are read as "
			          "windows-1252",
			    (unsigned)byte);
		if (u == byte)
			u = 0xfffd;
		sok_buf_add(b, sok_str_sub(s, from, i));
		sok_buf_add(b, (struct sok_str){utf8, charset_put(utf8, u)});
		from = i + 2;
	}
	sok_buf_add(b, sok_str_from(s, from));
}

/* The buffer for text without an element, as a new paragraph: of the header,
 * the level, or the next one.  NULL for blanks, and at the limit (reported). */
static struct sok_buf *
note(struct slc *c, struct sok_str text)
{
	struct sok_buf *b = c->header_done ? &c->notes : &c->about;

	if (is_blank(text) || is_full(c, b))
		return NULL;
	if (b->len > 0)
		sok_buf_add(b, SOK_STR("\n\n"));
	else
		c->note_at = slc_pos(c);
	return b;
}

/* Add such text: `name: text`, or the name on a line above longer text. */
static void
add_note(struct slc *c, struct sok_str name, struct sok_str text)
{
	struct sok_buf *b = note(c, text);

	if (b == NULL)
		return;
	if (name.len > 0) {
		sok_buf_add(b, name);
		sok_buf_addc(b, ':');
		sok_buf_addc(b, memchr(text.s, '\n', text.len) ? '\n' : ' ');
	}
	add_text(c, b, text);
}

static void
report_cut(struct slc *c, enum sok_limit l)
{
	if (reader_once(c->r, SLC_ONCE_CUT))
		SLC_REPORT(c, SOK_LIMIT_RULE,
		    "text is cut at %zu bytes, the limit `%s`", c->limit[l],
		    sok_limit_name[l]);
}

static void
add_row(struct slc *c)
{
	c->too_big |= c->cut || c->nrows == c->limit[SOK_LIMIT_SIDE];
	if (c->too_big)
		return;
	struct slc_row *row = sok_grow(c->row, c->nrows, &c->cap, sizeof(*row));
	if (reader_fails(c->r, row == NULL))
		return;
	c->row = row;
	struct sok_str s = sok_str_dup(&c->r->arena, sok_buf_str(&c->text));
	row[c->nrows++] = (struct slc_row){reader_made(c->r, s), c->row_at};
}

static void
end_loose(struct slc *c)
{
	struct sok_buf *b = c->loose;

	while (b != NULL && b->len > 0 && is_blank_byte(b->s[b->len - 1]))
		b->len--;
	c->loose = NULL;
}

void
slc_end_text(struct slc *c)
{
	struct sok_str text = sok_buf_str(&c->text);

	c->owner = 0;
	if (c->kind == SLC_ROW) {
		if (!c->split || c->cut || !is_blank(text)) {
			add_row(c);
			return;
		}
		/* Blanks after the last of several rows are indentation. */
		while (c->nrows > 0 && is_blank(c->row[c->nrows - 1].text))
			c->nrows--;
		return;
	}
	if (c->cut)
		report_cut(c, c->most);
	if (c->kind == SLC_OTHER || (c->kind < SLC_FIELDS && c->header_done)) {
		add_note(c, sok_buf_str(&c->name), text);
	} else if (c->kind == SLC_DESCRIPTION) {
		add_note(c, SOK_STR(""), text);
	} else if (!is_full(c, &c->field[c->kind])) {
		sok_buf_add(&c->field[c->kind], text);
		sok_buf_addc(&c->field[c->kind], '\n');
	}
}

/* A tag inside the text of an element.  Text that only tags separate, as in
 * `one</td><td>two` and `one<br/>two`, is two words. */
static void
mark_tag(struct slc *c, bool start)
{
	struct sok_buf *b = &c->text;

	if (c->owner == 0 || c->kind == SLC_ROW || c->cut)
		return;
	if (b->len > 0 && b->len == c->tag_at && start != c->tag_start &&
	    !is_blank_byte(b->s[b->len - 1]))
		sok_buf_addc(b, ' ');
	c->tag_at = b->len;
	c->tag_start = start;
}

/* Take an attribute, name and value.  Some programs write `id`. */
static void
take_attribute(struct slc *c, enum slc_element e, const XML_Char *const *a)
{
	/* These tell nothing about the puzzle. */
	static const char *const ignored[] = {
	    "Width", "Height", "MaxWidth", "MaxHeight"};
	struct sok_str name = sok_str(a[0]), value = sok_str(a[1]);
	size_t most = c->limit[SOK_LIMIT_TITLE];
	bool copyright = sok_str_caseeq(name, SOK_STR("Copyright"));
	bool id = sok_str_caseeq(name, SOK_STR("Id"));

	for (size_t i = 0; i < SOK_COUNT(ignored); i++)
		if (sok_str_caseeq(name, sok_str(ignored[i])))
			return;
	if (sok_str_starts(name, SOK_STR("xml")) ||
	    sok_str_starts(name, SOK_STR("xsi:")))
		return;

	if (value.len > most)
		report_cut(c, SOK_LIMIT_TITLE);
	value = sok_str_clip(value, most);
	if (e == SLC_LEVEL && id && c->id.len == 0) {
		add_text(c, &c->id, value);
	} else if (e == SLC_LEVEL && copyright && c->copyright.len == 0) {
		add_text(c, &c->copyright, value);
	} else if (e == SLC_COLLECTION && copyright) {
		/* A copyright after the first level is for those that follow.
		 */
		struct sok_buf *b = &c->field[SLC_COPYRIGHT];
		if (c->header_done) {
			b = &c->late;
			slc_drop_late(c);
			c->late_at = slc_pos(c);
		}
		if (is_full(c, b))
			return;
		if (b->len > 0)
			sok_buf_add(b, SOK_STR(", "));
		add_text(c, b, value);
	} else {
		add_note(c, name, value);
	}
}

/* Take attributes: names and values in turn, then NULL. */
static void
add_attributes(struct slc *c, enum slc_element e, const XML_Char *const *a)
{
	static const char refs[][8] = {
	    "#", "amp;", "lt;", "gt;", "quot;", "apos;"};
	size_t n = 0, i, at, len = (size_t)SLC_COUNT(c->xml);
	struct sok_str context = slc_context(c->xml, &at);
	const char *p;

	while (a[2 * n] != NULL)
		n++;
	if (n > c->limit[SOK_LIMIT_ATTRIBUTES])
		refuse(c,
		    "an XML element with more attributes than the limit "
		    "`attributes`");

	/* The parser silently drops references to undefined entities. */
	if (!c->stopped && at < context.len && len <= context.len - at) {
		struct sok_str rest = sok_str_sub(context, at, at + len);

		while ((p = memchr(rest.s, '&', rest.len)) != NULL) {
			rest = sok_str_from(rest, (size_t)(p - rest.s) + 1);
			i = 0;
			while (i < SOK_COUNT(refs) &&
			    !sok_str_starts(rest, sok_str(refs[i])))
				i++;
			if (i == SOK_COUNT(refs) &&
			    reader_once(c->r, SLC_ONCE_ENTITY))
				SLC_REPORT(c, SOK_SYNTAX_RULE,
				    "an entity that is not defined is dropped");
		}
	}
	for (i = 0; i < n && !c->stopped; i++)
		take_attribute(c, e, a + 2 * i);
}

static void
on_start(void *ctx, const XML_Char *name, const XML_Char **a)
{
	struct slc *c = ctx;
	enum slc_element e = SLC_OTHER;

	if (c->open.len >= c->limit[SOK_LIMIT_DEPTH])
		refuse(c, "XML elements nested deeper than the limit `depth`");
	if (c->stopped)
		return;
	for (size_t i = 0; i < SOK_COUNT(elements) && e == SLC_OTHER; i++)
		if (!strcmp(name, elements[i].name))
			e = elements[i].element;
	/* Rows are inside levels, and nothing else is. */
	if (c->in_level != (e == SLC_ROW))
		e = SLC_OTHER;

	end_loose(c);
	mark_tag(c, true);
	sok_buf_addc(&c->open, (char)e);
	if (c->owner != 0 && c->kind == SLC_OTHER && e != SLC_OTHER)
		slc_end_text(c); /* an unknown element around known ones */

	if (e == SLC_LEVEL) {
		c->in_level = true;
		c->header_done = true;
		c->at = slc_pos(c);
		c->id.len = c->copyright.len = 0;
		c->nrows = 0;
		c->too_big = false;
		c->r->reported &= SLC_PER_FILE;
	}
	if (e == SLC_OTHER && reader_once(c->r, SLC_ONCE_UNKNOWN))
		SLC_REPORT(c, SOK_LOSSY_RULE,
		    "unknown element <%s>: its text %s", name,
		    c->in_level || !c->header_done ? "is kept"
		                                   : "goes to the level below");
	if (a[0] != NULL)
		add_attributes(c, e, a);

	/* Text belongs to the element from here to its end tag. */
	if (c->owner != 0 || e >= SLC_ROOT)
		return;
	c->owner = c->open.len;
	c->kind = e;
	c->text.len = c->tag_at = c->name.len = 0;
	c->cut = c->split = false;
	if (e == SLC_ROW) {
		c->most = SOK_LIMIT_SIDE;
		c->row_at = slc_pos(c);
		c->row_at.col += (size_t)SLC_COUNT(c->xml);
	} else {
		c->most = e < SLC_FIELDS ? SOK_LIMIT_TITLE : SOK_LIMIT_COMMENT;
		sok_buf_add(&c->name, sok_str(name));
	}
}

static void
on_end(void *ctx, const XML_Char *name)
{
	struct slc *c = ctx;

	(void)name;
	if (c->stopped || c->open.len == 0)
		return;
	end_loose(c);
	if (c->owner == c->open.len)
		slc_end_text(c);
	mark_tag(c, false);
	enum slc_element e = (enum slc_element)c->open.s[--c->open.len];
	if (e == SLC_COLLECTION)
		slc_drop_late(c);
	if (e != SLC_LEVEL || c->stopped)
		return;
	c->in_level = false;
	XML_StopParser(c->xml, XML_TRUE);
}

static void
on_text(void *ctx, const XML_Char *s, int len)
{
	struct slc *c = ctx;
	struct sok_str piece = {s, (size_t)len};

	/* Text outside elements is one paragraph up to a tag or comment. */
	if (c->owner == 0) {
		size_t blanks = count_blanks(piece);
		if (c->loose == NULL && blanks < piece.len) {
			c->loose = note(c, piece);
			if (c->loose != NULL && c->loose->len == 0)
				c->note_at.col += blanks;
			piece = sok_str_from(piece, blanks);
		}
		if (c->loose != NULL && !is_full(c, c->loose))
			add_text(c, c->loose, piece);
		return;
	}

	/* A line end inside the text of a row ends it, if text precedes and
	 * follows.  Blanks are a row only between other rows. */
	if (c->kind == SLC_ROW && len == 1 && (*s == '\n' || *s == '\r')) {
		bool blank = !c->cut && is_blank(sok_buf_str(&c->text));
		if (!blank || (c->split && c->text.len > 0))
			add_row(c);
		c->split |= !blank;
		c->cut = false;
		c->text.len = 0;
		c->row_at = slc_pos(c);
		c->row_at.line++;
		c->row_at.col = 1;
		return;
	}

	if (c->cut)
		return;
	size_t most = c->limit[c->most];
	most -= c->text.len < most ? c->text.len : most;
	c->cut = piece.len > most;
	add_text(c, &c->text, sok_str_clip(piece, most));
}

static void
on_comment(void *ctx, const XML_Char *data)
{
	end_loose(ctx);
	add_note(ctx, SOK_STR(""), sok_str(data));
}

/* A reference to an undefined entity is kept as it was written. */
static void
on_skipped(void *ctx, const XML_Char *name, int is_parameter)
{
	struct slc *c = ctx;

	if (is_parameter)
		return;
	if (reader_once(c->r, SLC_ONCE_ENTITY))
		SLC_REPORT(
		    c, SOK_SYNTAX_RULE, "the entity &%s; is not defined", name);
	on_text(c, "&", 1);
	on_text(c, name, (int)strlen(name));
	on_text(c, ";", 1);
}

static void
on_entity(void *ctx, const XML_Char *name, int is_parameter,
    const XML_Char *value, int len, const XML_Char *base,
    const XML_Char *system_id, const XML_Char *public_id,
    const XML_Char *notation)
{
	(void)name, (void)is_parameter, (void)value, (void)len, (void)base;
	(void)system_id, (void)public_id, (void)notation;
	refuse(ctx, "the file declares an entity");
}

int
slc_parser(struct slc *c)
{
	if (input_want(&c->r->in, SLC_FRONT) == -1 || slc_expat(c) == -1)
		return -1;
	XML_SetElementHandler(c->xml, on_start, on_end);
	XML_SetCharacterDataHandler(c->xml, on_text);
	XML_SetCommentHandler(c->xml, on_comment);
	XML_SetSkippedEntityHandler(c->xml, on_skipped);
	XML_SetEntityDeclHandler(c->xml, on_entity);
	/* Report undefined entities even without a DOCTYPE. */
	XML_UseForeignDTD(c->xml, XML_TRUE);
	return 0;
}
