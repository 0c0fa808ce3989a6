/*
 * slc_attributes.c - the attributes of SokobanLevels XML: names and copyrights
 * of levels and collections, and other attributes, which are kept as text.
 */
#include <string.h>

#include "format/slc/slc.h"
#include "tools.h"

/* The value of an attribute, cut at the limit of titles. */
static struct sok_str
attribute(struct slc *c, const XML_Char *value)
{
	struct sok_str s = sok_str(value);
	size_t most = slc_limit(c, SOK_LIMIT_TITLE);

	if (s.len > most) {
		slc_report_cut(c, SOK_LIMIT_TITLE);
		s = sok_str_clip(s, most);
	}
	c->value.len = 0;
	slc_add_text(c, &c->value, s);
	return sok_buf_str(&c->value);
}

/* Some programs write `id`. */
static bool
is_called(const XML_Char *attribute, const char *name)
{
	return sok_str_caseeq(sok_str(attribute), sok_str(name));
}

/* Whether an attribute tells nothing about the puzzle. */
static bool
is_ignored(const XML_Char *name)
{
	static const char *const names[] = {
	    "Width", "Height", "MaxWidth", "MaxHeight"};

	for (size_t i = 0; i < SOK_COUNT(names); i++)
		if (is_called(name, names[i]))
			return true;
	return !strncmp(name, "xml", 3) || !strncmp(name, "xsi:", 4);
}

/* The first level completes the header; a later copyright applies to the levels
 * that follow. */
static void
collection_copyright(struct slc *c, struct sok_str value)
{
	struct sok_buf *b = &c->field[SLC_COPYRIGHT];

	if (c->header_done) {
		slc_drop_late(c);
		c->late_line = slc_line(c);
		c->late_col = slc_col(c);
		b = &c->late;
	}
	if (slc_is_full(c, b))
		return;
	if (b->len > 0)
		sok_buf_add(b, SOK_STR(", "));
	sok_buf_add(b, value);
}

static void
take_attribute(struct slc *c, enum slc_element e, const XML_Char *const *a)
{
	struct sok_str value;

	if (is_ignored(a[0]))
		return;
	value = attribute(c, a[1]);
	if (e == SLC_LEVEL && is_called(a[0], "Id") && c->id.len == 0)
		sok_buf_add(&c->id, value);
	else if (e == SLC_LEVEL && is_called(a[0], "Copyright") &&
	    c->copyright.len == 0)
		sok_buf_add(&c->copyright, value);
	else if (e == SLC_COLLECTION && is_called(a[0], "Copyright"))
		collection_copyright(c, value);
	else
		slc_note_named(c, sok_str(a[0]), value);
}

/* The parser silently drops references to undefined entities in attributes. */
static bool
has_entity(const struct slc *c)
{
	static const char *const known[] = {
	    "#", "amp;", "lt;", "gt;", "quot;", "apos;"};
	size_t n = SOK_COUNT(known), i;
	int at, size, len = XML_GetCurrentByteCount(c->xml);
	const char *p = XML_GetInputContext(c->xml, &at, &size), *end;

	if (p == NULL || len <= 0 || len > size - at)
		return false;
	p += at;
	end = p + len;
	while ((p = memchr(p, '&', (size_t)(end - p))) != NULL) {
		struct sok_str rest = {p + 1, (size_t)(end - p) - 1};

		p++;
		for (i = 0; i < n && !sok_str_starts(rest, sok_str(known[i]));)
			i++;
		if (i == n)
			return true;
	}
	return false;
}

void
slc_attributes(struct slc *c, enum slc_element e, const XML_Char *const *a)
{
	size_t n = 0;

	while (a[2 * n] != NULL)
		n++;
	if (n > slc_limit(c, SOK_LIMIT_ATTRIBUTES)) {
		slc_refuse(c,
		    "an XML element with more attributes than the limit "
		    "`attributes`");
		return;
	}
	if (n > 0 && has_entity(c) && slc_once(c, SLC_ONCE_ENTITY))
		SLC_REPORT(c, SOK_SYNTAX_RULE,
		    "an entity that is not defined is dropped");
	for (size_t i = 0; i < n && !c->stopped; i++)
		take_attribute(c, e, a + 2 * i);
}
