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
extent_lose(struct extent *extent)
{
	extent->lost = true;
	extent->next = UINT64_MAX;
}

void
extent_next(struct extent *extent, uint64_t n, size_t want)
{
	extent->optional = extent->padding = false;
	extent->want = want;
	if (n >= UINT64_MAX - extent->next)
		extent_lose(extent);
	else
		extent->next += n;
}

void
extent_may_end(struct extent *extent, uint64_t n, size_t want)
{
	extent_next(extent, n, want);
	extent->optional = true;
}

void
extent_more(struct extent *extent, size_t want)
{
	extent->want = want;
}

void
extent_ends(struct extent *extent, uint64_t n)
{
	extent_next(extent, n, 0);
	extent->ended = !extent->lost;
}

/* The step of forms that say how long they are: none is made. */
static void
no_step(struct extent *extent, const unsigned char *s, size_t n)
{
	(void)s;
	(void)n;
	extent_lose(extent);
}

void
extent_begin(struct extent *extent, const char *form, struct sok_str head)
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

	*extent = (struct extent){.step = NULL};
	for (size_t i = 0; i < SOK_COUNT(forms); i++)
		if (strcmp(form, forms[i].form) == 0) {
			extent->step = forms[i].step;
			extent->want = forms[i].want;
		}
	if (strcmp(form, "rar") == 0) {
		bool fifth = head.len > 6 && head.s[6] == '\1';

		extent->step = fifth ? extent_rar5 : extent_rar4;
		extent_next(extent, fifth ? 8 : 7, 7);
	}
	if (strcmp(form, "cab") == 0 && head.len >= 12)
		end = extent_number(s + 8, 4);
	else if (strcmp(form, "iso") == 0 && head.len >= ISO_HEAD)
		end = extent_number(s + ISO_SIZE, 4) * ISO_BLOCK;
	else if (strcmp(form, "7z") == 0 && head.len >= 32)
		end = 32 + extent_number(s + 12, 8) + extent_number(s + 20, 8);
	if (end > 0) {
		extent->step = no_step;
		extent_ends(extent, end);
	}
}

size_t
extent_take(struct extent *extent, struct sok_str s, bool *inside)
{
	size_t n = 0;

	*inside = true;
	if (extent->step == NULL) {
		extent->at += s.len;
		return s.len;
	}
	while (n < s.len) {
		if (extent->at < extent->next) {
			uint64_t some = extent->next - extent->at;

			if (n > 0 && *inside == extent->padding)
				return n;
			*inside = !extent->padding;
			some = some < s.len - n ? some : s.len - n;
			n += (size_t)some;
			extent->at += some;
			continue;
		}
		if (extent->ended) {
			if (n > 0 && *inside)
				return n;
			*inside = false;
			extent->at += s.len - n;
			return s.len;
		}
		if (s.len - n < extent->want)
			return n;
		extent->step(extent, (const unsigned char *)s.s + n, s.len - n);
	}
	return n;
}

enum extent_end
extent_close(const struct extent *extent)
{
	if (extent->step == NULL || extent->lost)
		return EXTENT_UNKNOWN;
	if (extent->at < extent->next || (!extent->ended && !extent->optional))
		return EXTENT_CUT;
	return EXTENT_WHOLE;
}
