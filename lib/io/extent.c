/* extent.c - follows packed bytes from structure to structure to their end. */
#include <string.h>

#include "base/base.h"
#include "io/extent.h"
#include "io/packed.h"

uint64_t
extent_number(const unsigned char *s, size_t n)
{
	uint64_t value = 0;

	while (n > 0)
		value = value << 8 | s[--n];
	return value;
}

void
extent_lose(struct extent *e)
{
	e->lost = true;
	e->next = UINT64_MAX;
}

void
extent_next(struct extent *e, uint64_t n, size_t want)
{
	e->optional = e->padding = false;
	e->want = want;
	if (n >= UINT64_MAX - e->next)
		extent_lose(e);
	else
		e->next += n;
}

void
extent_may_end(struct extent *e, uint64_t n, size_t want)
{
	extent_next(e, n, want);
	e->optional = true;
}

void
extent_more(struct extent *e, size_t want)
{
	e->want = want;
}

void
extent_ends(struct extent *e, uint64_t n)
{
	extent_next(e, n, 0);
	e->ended = !e->lost;
}

/* The step of forms that say how long they are: none is made. */
static void
no_step(struct extent *e, const unsigned char *s, size_t n)
{
	(void)s;
	(void)n;
	extent_lose(e);
}

void
extent_begin(struct extent *e, const char *form, struct sok_str head)
{
	static const struct {
		const char *form;
		extent_step *step;
		size_t want;
	} forms[] = {{"xz", extent_xz, 12}, {"zstd", extent_zstd, 4},
	    {"lz4", extent_lz4, 4}, {"ar", extent_ar, 8},
	    {"lha", extent_lha, 1}, {"zip", extent_zip, 4}};
	const unsigned char *s = (const unsigned char *)head.s;
	uint64_t end = 0;

	*e = (struct extent){.step = NULL};
	for (size_t i = 0; i < SOK_COUNT(forms); i++)
		if (strcmp(form, forms[i].form) == 0) {
			e->step = forms[i].step;
			e->want = forms[i].want;
		}
	if (strcmp(form, "rar") == 0) {
		bool fifth = head.len > 6 && head.s[6] == '\1';

		e->step = fifth ? extent_rar5 : extent_rar4;
		extent_next(e, fifth ? 8 : 7, 7);
	}
	if (strcmp(form, "cab") == 0 && head.len >= 12)
		end = extent_number(s + 8, 4);
	else if (strcmp(form, "iso") == 0 && head.len >= ISO_HEAD)
		end = extent_number(s + ISO_SIZE, 4) * ISO_BLOCK;
	else if (strcmp(form, "7z") == 0 && head.len >= 32)
		end = 32 + extent_number(s + 12, 8) + extent_number(s + 20, 8);
	if (end > 0) {
		e->step = no_step;
		extent_ends(e, end);
	}
}

size_t
extent_take(struct extent *e, struct sok_str s, bool *inside)
{
	size_t n = 0;

	*inside = true;
	if (e->step == NULL) {
		e->at += s.len;
		return s.len;
	}
	while (n < s.len) {
		if (e->at < e->next) {
			uint64_t some = e->next - e->at;

			if (n > 0 && *inside == e->padding)
				return n;
			*inside = !e->padding;
			some = some < s.len - n ? some : s.len - n;
			n += (size_t)some;
			e->at += some;
			continue;
		}
		if (e->ended) {
			if (n > 0 && *inside)
				return n;
			*inside = false;
			e->at += s.len - n;
			return s.len;
		}
		if (s.len - n < e->want)
			return n;
		e->step(e, (const unsigned char *)s.s + n, s.len - n);
	}
	return n;
}

enum extent_end
extent_close(const struct extent *e)
{
	if (e->step == NULL || e->lost)
		return EXTENT_UNKNOWN;
	if (e->at < e->next || (!e->ended && !e->optional))
		return EXTENT_CUT;
	return EXTENT_WHOLE;
}
