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
refuse(struct slc *slc, const char *why)
{
	if (slc->stopped)
		return;
	SLC_REPORT(slc, SOK_LIMIT_RULE, "%s: reading stops here", why);
	slc->stopped = true;
	XML_StopParser(slc->xml, XML_FALSE);
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
is_full(struct slc *slc, const struct sok_buf *buf)
{
	if (buf->len > slc->limit[SOK_LIMIT_COMMENT])
		refuse(slc, "more text in one place than the limit `comment`");
	return slc->stopped;
}

/* Add text from expat, with C1 controls as windows-1252. */
static void
add_text(struct slc *slc, struct sok_buf *buf, struct sok_str s)
{
	size_t from = 0;

	if (!slc->western || memchr(s.s, 0xc2, s.len) == NULL) {
		sok_buf_add(buf, s);
		return;
	}
	for (size_t i = 0; i + 1 < s.len; i++) {
		unsigned char byte = (unsigned char)s.s[i + 1];
		char utf8[4];

		/* C2 80 to C2 9F are the controls C1 in UTF-8. */
		if (s.s[i] != '\xc2' || (byte & 0xe0) != 0x80)
			continue;
		uint32_t code = charset_windows1252(byte);
		if (reader_once(slc->reader, SLC_ONCE_C1))
			SLC_REPORT(slc, SOK_CHARSET_RULE,
			    code == byte
			        ? "byte 0x%02X is not a character: read as "
			          "U+FFFD"
			        : "byte 0x%02X is not a character of "
			          "ISO-8859-1: bytes 80 to 9F are read as "
			          "windows-1252",
			    (unsigned)byte);
		if (code == byte)
			code = 0xfffd;
		sok_buf_add(buf, sok_str_sub(s, from, i));
		sok_buf_add(
		    buf, (struct sok_str){utf8, charset_put(utf8, code)});
		from = i + 2;
	}
	sok_buf_add(buf, sok_str_from(s, from));
}

/* The buffer for text without an element, as a new paragraph: of the header,
 * the level, or the next one.  NULL for blanks, and at the limit (reported). */
static struct sok_buf *
note(struct slc *slc, struct sok_str text)
{
	struct sok_buf *buf = slc->header_done ? &slc->notes : &slc->about;

	if (is_blank(text) || is_full(slc, buf))
		return NULL;
	if (buf->len > 0)
		sok_buf_add(buf, SOK_STR("\n\n"));
	else
		slc->note_at = slc_pos(slc);
	return buf;
}

/* Add such text: `name: text`, or the name on a line above longer text. */
static void
add_note(struct slc *slc, struct sok_str name, struct sok_str text)
{
	struct sok_buf *buf = note(slc, text);

	if (buf == NULL)
		return;
	if (name.len > 0) {
		sok_buf_add(buf, name);
		sok_buf_addc(buf, ':');
		sok_buf_addc(buf, memchr(text.s, '\n', text.len) ? '\n' : ' ');
	}
	add_text(slc, buf, text);
}

static void
report_cut(struct slc *slc, enum sok_limit limit)
{
	if (reader_once(slc->reader, SLC_ONCE_CUT))
		SLC_REPORT(slc, SOK_LIMIT_RULE,
		    "text is cut at %zu bytes, the limit `%s`",
		    slc->limit[limit], sok_limit_name[limit]);
}

static void
add_row(struct slc *slc)
{
	slc->too_big |= slc->cut || slc->nrows == slc->limit[SOK_LIMIT_SIDE];
	if (slc->too_big)
		return;
	struct slc_row *row =
	    sok_grow(slc->row, slc->nrows, &slc->cap, sizeof(*row));
	if (reader_fails(slc->reader, row == NULL))
		return;
	slc->row = row;
	struct sok_str s =
	    sok_str_dup(&slc->reader->arena, sok_buf_str(&slc->text));
	row[slc->nrows++] =
	    (struct slc_row){reader_made(slc->reader, s), slc->row_at};
}

static void
end_loose(struct slc *slc)
{
	struct sok_buf *buf = slc->loose;

	while (
	    buf != NULL && buf->len > 0 && is_blank_byte(buf->s[buf->len - 1]))
		buf->len--;
	slc->loose = NULL;
}

void
slc_end_text(struct slc *slc)
{
	struct sok_str text = sok_buf_str(&slc->text);

	slc->owner = 0;
	if (slc->kind == SLC_ROW) {
		if (!slc->split || slc->cut || !is_blank(text)) {
			add_row(slc);
			return;
		}
		/* Blanks after the last of several rows are indentation. */
		while (
		    slc->nrows > 0 && is_blank(slc->row[slc->nrows - 1].text))
			slc->nrows--;
		return;
	}
	if (slc->cut)
		report_cut(slc, slc->most);
	if (slc->kind == SLC_OTHER ||
	    (slc->kind < SLC_FIELDS && slc->header_done)) {
		add_note(slc, sok_buf_str(&slc->name), text);
	} else if (slc->kind == SLC_DESCRIPTION) {
		add_note(slc, SOK_STR(""), text);
	} else if (!is_full(slc, &slc->field[slc->kind])) {
		sok_buf_add(&slc->field[slc->kind], text);
		sok_buf_addc(&slc->field[slc->kind], '\n');
	}
}

/* A tag inside the text of an element.  Text that only tags separate, as in
 * `one</td><td>two` and `one<br/>two`, is two words. */
static void
mark_tag(struct slc *slc, bool start)
{
	struct sok_buf *buf = &slc->text;

	if (slc->owner == 0 || slc->kind == SLC_ROW || slc->cut)
		return;
	if (buf->len > 0 && buf->len == slc->tag_at &&
	    start != slc->tag_start && !is_blank_byte(buf->s[buf->len - 1]))
		sok_buf_addc(buf, ' ');
	slc->tag_at = buf->len;
	slc->tag_start = start;
}

/* Take an attribute, name and value.  Some programs write `id`. */
static void
take_attribute(
    struct slc *slc, enum slc_element element, const XML_Char *const *attribute)
{
	/* These do not describe the puzzle. */
	static const char *const ignored[] = {
	    "Width", "Height", "MaxWidth", "MaxHeight"};
	struct sok_str name = sok_str(attribute[0]),
	               value = sok_str(attribute[1]);
	size_t most = slc->limit[SOK_LIMIT_TITLE];
	bool copyright = sok_str_caseeq(name, SOK_STR("Copyright"));
	bool id = sok_str_caseeq(name, SOK_STR("Id"));

	for (size_t i = 0; i < SOK_COUNT(ignored); i++)
		if (sok_str_caseeq(name, sok_str(ignored[i])))
			return;
	if (sok_str_starts(name, SOK_STR("xml")) ||
	    sok_str_starts(name, SOK_STR("xsi:")))
		return;

	if (value.len > most)
		report_cut(slc, SOK_LIMIT_TITLE);
	value = sok_str_clip(value, most);
	if (element == SLC_LEVEL && id && slc->id.len == 0) {
		add_text(slc, &slc->id, value);
	} else if (element == SLC_LEVEL && copyright &&
	    slc->copyright.len == 0) {
		add_text(slc, &slc->copyright, value);
	} else if (element == SLC_COLLECTION && copyright) {
		/* A copyright after the first level is for those that follow.
		 */
		struct sok_buf *buf = &slc->field[SLC_COPYRIGHT];
		if (slc->header_done) {
			buf = &slc->late;
			slc_drop_late(slc);
			slc->late_at = slc_pos(slc);
		}
		if (is_full(slc, buf))
			return;
		if (buf->len > 0)
			sok_buf_add(buf, SOK_STR(", "));
		add_text(slc, buf, value);
	} else {
		add_note(slc, name, value);
	}
}

/* Take attributes: names and values in turn, then NULL. */
static void
add_attributes(
    struct slc *slc, enum slc_element element, const XML_Char *const *attribute)
{
	static const char refs[][8] = {
	    "#", "amp;", "lt;", "gt;", "quot;", "apos;"};
	size_t n = 0, i, at, len = (size_t)SLC_COUNT(slc->xml);
	struct sok_str context = slc_context(slc->xml, &at);
	const char *from;

	while (attribute[2 * n] != NULL)
		n++;
	if (n > slc->limit[SOK_LIMIT_ATTRIBUTES])
		refuse(slc,
		    "an XML element with more attributes than the limit "
		    "`attributes`");

	/* The parser silently drops references to undefined entities. */
	if (!slc->stopped && at < context.len && len <= context.len - at) {
		struct sok_str rest = sok_str_sub(context, at, at + len);

		while ((from = memchr(rest.s, '&', rest.len)) != NULL) {
			rest = sok_str_from(rest, (size_t)(from - rest.s) + 1);
			i = 0;
			while (i < SOK_COUNT(refs) &&
			    !sok_str_starts(rest, sok_str(refs[i])))
				i++;
			if (i == SOK_COUNT(refs) &&
			    reader_once(slc->reader, SLC_ONCE_ENTITY))
				SLC_REPORT(slc, SOK_SYNTAX_RULE,
				    "an entity that is not defined is dropped");
		}
	}
	for (i = 0; i < n && !slc->stopped; i++)
		take_attribute(slc, element, attribute + 2 * i);
}

static void
on_start(void *ctx, const XML_Char *name, const XML_Char **attribute)
{
	struct slc *slc = ctx;
	enum slc_element element = SLC_OTHER;

	if (slc->open.len >= slc->limit[SOK_LIMIT_DEPTH])
		refuse(
		    slc, "XML elements nested deeper than the limit `depth`");
	if (slc->stopped)
		return;
	for (size_t i = 0; i < SOK_COUNT(elements) && element == SLC_OTHER; i++)
		if (!strcmp(name, elements[i].name))
			element = elements[i].element;
	/* Rows are inside levels, and nothing else is. */
	if (slc->in_level != (element == SLC_ROW))
		element = SLC_OTHER;

	end_loose(slc);
	mark_tag(slc, true);
	sok_buf_addc(&slc->open, (char)element);
	if (slc->owner != 0 && slc->kind == SLC_OTHER && element != SLC_OTHER)
		slc_end_text(slc); /* an unknown element around known ones */

	if (element == SLC_LEVEL) {
		slc->in_level = true;
		slc->header_done = true;
		slc->at = slc_pos(slc);
		slc->id.len = slc->copyright.len = 0;
		slc->nrows = 0;
		slc->too_big = false;
		slc->reader->reported &= SLC_PER_FILE;
	}
	if (element == SLC_OTHER && reader_once(slc->reader, SLC_ONCE_UNKNOWN))
		SLC_REPORT(slc, SOK_LOSSY_RULE,
		    "unknown element <%s>: its text %s", name,
		    slc->in_level || !slc->header_done
		        ? "is kept"
		        : "goes to the level below");
	if (attribute[0] != NULL)
		add_attributes(slc, element, attribute);

	/* Text belongs to the element from here to its end tag. */
	if (slc->owner != 0 || element >= SLC_ROOT)
		return;
	slc->owner = slc->open.len;
	slc->kind = element;
	slc->text.len = slc->tag_at = slc->name.len = 0;
	slc->cut = slc->split = false;
	if (element == SLC_ROW) {
		slc->most = SOK_LIMIT_SIDE;
		slc->row_at = slc_pos(slc);
		slc->row_at.col += (size_t)SLC_COUNT(slc->xml);
	} else {
		slc->most =
		    element < SLC_FIELDS ? SOK_LIMIT_TITLE : SOK_LIMIT_COMMENT;
		sok_buf_add(&slc->name, sok_str(name));
	}
}

static void
on_end(void *ctx, const XML_Char *name)
{
	struct slc *slc = ctx;

	(void)name;
	if (slc->stopped || slc->open.len == 0)
		return;
	end_loose(slc);
	if (slc->owner == slc->open.len)
		slc_end_text(slc);
	mark_tag(slc, false);
	enum slc_element element =
	    (enum slc_element)slc->open.s[--slc->open.len];
	if (element == SLC_COLLECTION)
		slc_drop_late(slc);
	if (element != SLC_LEVEL || slc->stopped)
		return;
	slc->in_level = false;
	XML_StopParser(slc->xml, XML_TRUE);
}

static void
on_text(void *ctx, const XML_Char *s, int len)
{
	struct slc *slc = ctx;
	struct sok_str piece = {s, (size_t)len};

	/* Text outside elements is one paragraph up to a tag or comment. */
	if (slc->owner == 0) {
		size_t blanks = count_blanks(piece);
		if (slc->loose == NULL && blanks < piece.len) {
			slc->loose = note(slc, piece);
			if (slc->loose != NULL && slc->loose->len == 0)
				slc->note_at.col += blanks;
			piece = sok_str_from(piece, blanks);
		}
		if (slc->loose != NULL && !is_full(slc, slc->loose))
			add_text(slc, slc->loose, piece);
		return;
	}

	/* A line end inside the text of a row ends it, if text precedes and
	 * follows.  Blanks are a row only between other rows. */
	if (slc->kind == SLC_ROW && len == 1 && (*s == '\n' || *s == '\r')) {
		bool blank = !slc->cut && is_blank(sok_buf_str(&slc->text));
		if (!blank || (slc->split && slc->text.len > 0))
			add_row(slc);
		slc->split |= !blank;
		slc->cut = false;
		slc->text.len = 0;
		slc->row_at = slc_pos(slc);
		slc->row_at.line++;
		slc->row_at.col = 1;
		return;
	}

	if (slc->cut)
		return;
	size_t most = slc->limit[slc->most];
	most -= slc->text.len < most ? slc->text.len : most;
	slc->cut = piece.len > most;
	add_text(slc, &slc->text, sok_str_clip(piece, most));
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
	struct slc *slc = ctx;

	if (is_parameter)
		return;
	if (reader_once(slc->reader, SLC_ONCE_ENTITY))
		SLC_REPORT(slc, SOK_SYNTAX_RULE,
		    "the entity &%s; is not defined", name);
	on_text(slc, "&", 1);
	on_text(slc, name, (int)strlen(name));
	on_text(slc, ";", 1);
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
slc_parser(struct slc *slc)
{
	if (input_want(&slc->reader->in, SLC_FRONT) == -1 ||
	    slc_expat(slc) == -1)
		return -1;
	XML_SetElementHandler(slc->xml, on_start, on_end);
	XML_SetCharacterDataHandler(slc->xml, on_text);
	XML_SetCommentHandler(slc->xml, on_comment);
	XML_SetSkippedEntityHandler(slc->xml, on_skipped);
	XML_SetEntityDeclHandler(slc->xml, on_entity);
	/* Report undefined entities even without a DOCTYPE. */
	XML_UseForeignDTD(slc->xml, XML_TRUE);
	return 0;
}
