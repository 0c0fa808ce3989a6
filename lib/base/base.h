/* base.h - the door of the room base: what other rooms and the programs use of
 * memory, strings, limits, findings and digests, in addition to sok.h, with
 * results as described there.  No door is installed; doors may change with
 * every version. */
#ifndef SOK_BASE_DOOR_H
#define SOK_BASE_DOOR_H

#include "base/str.h"
#include "sok.h"

/* The number of elements of an array. */
#define SOK_COUNT(array) (sizeof(array) / sizeof((array)[0]))
/* For sok_grow(), if the array is full. */
void *arena_grow_array(void *array, size_t *cap, size_t size);
/* Make room for one more object after the n objects of a malloc()ed array with
 * room for *cap.  Returns the array, which may have moved, or NULL on ENOMEM;
 * it is then unchanged.  Start with NULL and 0. */
static inline void *
sok_grow(void *array, size_t n, size_t *cap, size_t size)
{
	return n < *cap ? array : arena_grow_array(array, cap, size);
}

/* Whether a character must be escaped in terminals, XML and JSON: controls, C1,
 * line separators, bidi controls, U+FFFE and U+FFFF. */
bool escape_needed(uint32_t c);
/* Whether a finding of this rule means that input was not read.  It is always
 * reported, and the exit status is 2. */
bool sok_rule_unread(enum sok_rule rule);
/* The name of the limit that a board of this size exceeds, or NULL; width > 0.
 */
const char *sok_limit_board(
    const struct sok_limits *limits, size_t width, size_t height);
/* Whether a spreadsheet would run a field as a formula: it begins, possibly
 * after apostrophes, with `=`, `+`, `-`, `@`, TAB or CR.  In CSV an apostrophe
 * precedes it, which a reader of CSV removes from such a field. */
bool str_is_formula(struct sok_str s);
/* The edit distance of two words: the number of letters to insert, delete,
 * replace or swap with a neighbour; SIZE_MAX if one is long. */
size_t sok_distance(struct sok_str word, struct sok_str s, bool any_case);
/* The known name that is most like a word.  Initialize with {0}, and with
 * any_case if the case of letters does not matter. */
struct sok_nearest {
	const char *name; /* the nearest so far, or NULL */
	size_t distance;
	bool any_case;
};

/* Try another name.  It is taken if most letters agree, and if fewer differ
 * than of the nearest so far. */
void sok_nearest_try(
    struct sok_nearest *nearest, struct sok_str word, const char *name);
/* Report a finding with a severity that is not the rule's own.  The message
 * says what is wrong and what was done about it, without a final full stop. */
void sok_report_as(struct sok_sink *sink, enum sok_severity severity,
    enum sok_rule rule, struct sok_pos pos, const struct sok_puzzle *puzzle,
    const struct sok_game *game, const char *fmt, ...)
    SOK_PRINTF(7, 8) SOK_SELDOM;
/* The same with the rule's own severity; evaluates rule twice. */
#define sok_report(sink, rule, ...) \
	sok_report_as(sink, sok_rules[rule].severity, rule, __VA_ARGS__)
/* Report a finding that was made before; applies off[] and level[]. */
void sok_report_finding(
    struct sok_sink *sink, const struct sok_finding *finding);

/* The small headers of this room that other rooms use. */
#include "base/bits.h"
#include "base/md5.h"
#include "base/pending.h"
#include "base/rise.h"
#include "base/simd.h"

#endif
