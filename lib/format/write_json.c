/* write_json.c - writes each puzzle with properties as a line of JSON. */
#include <search.h>
#include <string.h>

#include "base/base.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* How many bytes from byte i on are ASCII without an escape. */
static size_t
plain_length(struct sok_str s, size_t i)
{
	const size_t from = i;
	uint64_t word;

	for (; i + sizeof(word) <= s.len; i += sizeof(word)) {
		memcpy(&word, s.s + i, sizeof(word));
		if (bits_equal(word, '"') | bits_equal(word, '\\') |
		    bits_equal(word, '\x7f') |
		    (((word - ' ' * BITS_EVERY) | word) & 0x80 * BITS_EVERY))
			break;
	}
	while (i < s.len && s.s[i] >= ' ' && s.s[i] <= '~' && s.s[i] != '"' &&
	    s.s[i] != '\\')
		i++;
	return i - from;
}

/* Write several lines as one string in UTF-8; before ends with its opening
 * quote.  Characters that control a terminal are escaped as well. */
static void
put_text(struct sok_writer *writer, struct sok_str before,
    const struct sok_text *text)
{
	static const char special[] = "\"\\\b\f\n\r\t", name[] = "\"\\bfnrt";

	sok_out(writer->out, before);
	for (size_t i = 0; i < text->n; i++) {
		struct sok_str s = text->line[i];
		size_t at = plain_length(s, 0), from = 0;

		if (i > 0)
			sok_out(writer->out, SOK_STR("\\n"));
		if (at < s.len)
			s = writer_utf8(writer, s);
		while (at < s.len) {
			uint32_t c = 0;
			size_t n = sok_str_char(sok_str_from(s, at), &c);
			const char *found =
			    c < 0x80 ? memchr(special, (int)c, 7) : NULL;

			n += n == 0;
			if (found != NULL || escape_needed(c)) {
				sok_out(writer->out, sok_str_sub(s, from, at));
				if (found != NULL)
					sok_outf(writer->out, "\\%c",
					    name[found - special]);
				else
					sok_outf(writer->out,
					    c < ' ' ? "\\u%04X" : "\\u%04x",
					    (unsigned)c);
				from = at + n;
			}
			at += n + plain_length(s, at + n);
		}
		sok_out(writer->out, sok_str_from(s, from));
	}
	sok_outc(writer->out, '"');
}

static void
put_string(struct sok_writer *writer, struct sok_str before, struct sok_str s)
{
	put_text(writer, before, &(struct sok_text){&s, 1});
}

static void
put_number(struct sok_writer *writer, struct sok_str before, size_t n)
{
	sok_out(writer->out, before);
	sok_out_number(writer->out, n);
}

static int
by_bytes(const void *one, const void *other)
{
	const struct sok_str *first = one, *second = other;
	int order = memcmp(first->s, second->s,
	    first->len < second->len ? first->len : second->len);

	return order != 0
	    ? order
	    : (first->len > second->len) - (first->len < second->len);
}

/* Write the known keys, in lower case; the first of a name counts. */
static void
put_keys(struct sok_writer *writer, const struct sok_text *text)
{
	enum { LONGEST = 63 };
	struct sok_str *name =
	    sok_arena_alloc(&writer->arena, text->n, sizeof(*name));
	struct sok_str key, value;
	void *names = NULL;
	size_t n = 0;

	sok_out(writer->out, SOK_STR(",\"keys\":{"));
	if (writer_fails(writer, name == NULL))
		return;
	for (size_t i = 0; (i = key_outside(text, i)) < text->n; i++) {
		if (!sok_key_known(text->line[i]) ||
		    !sok_key_split(text->line[i], &key, &value) ||
		    key.len > LONGEST || !sok_str_utf8(key))
			continue;
		char *lower = sok_arena_alloc(&writer->arena, key.len, 1);
		if (writer_fails(writer, lower == NULL))
			break;
		for (size_t k = 0; k < key.len; k++)
			lower[k] = sok_lower(key.s[k]);
		name[n] = (struct sok_str){lower, key.len};
		struct sok_str **at = tsearch(&name[n], &names, by_bytes);
		if (writer_fails(writer, at == NULL))
			break;
		if (*at != &name[n])
			continue;
		put_string(
		    writer, n == 0 ? SOK_STR("\"") : SOK_STR(",\""), name[n]);
		put_string(writer, SOK_STR(":\""), value);
		n++;
	}
	while (n > 0)
		tdelete(&name[--n], &names, by_bytes);
	sok_outc(writer->out, '}');
}

/* Write the games with their replay, null where there is none. */
static void
put_games(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok_position *at = write_position(writer, puzzle);
	const struct sok_replay_options options = {
	    .no_final = true, .position = at};

	for (size_t i = 0; i < puzzle->ngames; i++) {
		const struct sok_game *game = &puzzle->game[i];
		struct sok_replay played = {.verdict = SOK_NOT_SUPPORTED};

		sok_out(writer->out, i > 0 ? SOK_STR(",{") : SOK_STR("{"));
		put_string(writer, SOK_STR("\"name\":\""), game->title_line);
		put_string(writer, SOK_STR(",\"moves\":\""), game->moves);
		put_text(writer, SOK_STR(",\"text\":\""), &game->text);
		if (at != NULL)
			writer_fails(writer,
			    sok_replay(puzzle, game, &options, &played,
			        &writer->arena) == -1);
		if (played.verdict == SOK_NOT_SUPPORTED) {
			sok_out(writer->out, SOK_STR(",\"metrics\":null}"));
			continue;
		}
		put_string(writer, SOK_STR(",\"metrics\":{\"verdict\":\""),
		    sok_str(sok_verdict_name[played.verdict]));
		put_string(writer, SOK_STR(",\"mode\":\""),
		    sok_str(sok_mode_name[played.mode]));
		/* Those of YASC stand beside the lines. */
#define METRIC(name) \
	put_number(writer, SOK_STR(",\"" #name "\":"), played.at.name); \
	if (&played.at.name == &played.at.lines) \
		put_number(writer, SOK_STR(",\"yasc_lines\":"), \
		    played.at.yasc_lines);
		SOK_METRICS(METRIC)
#undef METRIC
		sok_out(writer->out, SOK_STR("}}"));
	}
}

static void
json_header(struct sok_writer *writer, const struct sok_header *header)
{
	put_text(
	    writer, SOK_STR("{\"header\":true,\"text\":\""), &header->text);
	sok_out(writer->out, SOK_STR("}\n"));
}

static bool
json_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	static const struct sok_board none;
	const struct sok_board *board =
	    puzzle->has_board ? &puzzle->board : &none;
	const char *file = puzzle->pos.file != NULL ? puzzle->pos.file : "-";
	size_t width = (size_t)board->width, height = (size_t)board->height,
	       n = 0;
	struct sok_id id = {0};
	int has = sok_identity(puzzle, &id, &writer->arena);
	char *rows = sok_arena_alloc(
	    &writer->arena, height * (width + 3) + BYTES_PAD, sizeof(*rows));

	writer_fails(writer, has == -1);
	if (writer_fails(writer, rows == NULL))
		return false;
	struct sok_str adjoins = sok_str(write_adjoins(puzzle));
	struct sok_str game = write_game(puzzle);
	if (game.len == 0)
		game = sok_str(sok_variant_name(SOK_SOKOBAN));
	/* Rows at full width, with blanks for floor. */
	for (size_t y = 0; y < height; y++) {
		rows[n++] = '"';
		bytes_glyphs(rows + n, board->sq + y * width, width,
		    (height - y) * width, sok_xsb);
		n += width;
		rows[n++] = '"';
		rows[n++] = ',';
	}

	if (has == 1) {
		sok_out(writer->out, SOK_STR("{\"id\":\""));
		write_id(writer->out, id.unique);
		sok_out(writer->out, SOK_STR("\",\"exact_id\":\""));
		write_id(writer->out, id.exact);
		sok_outc(writer->out, '"');
	} else {
		sok_out(writer->out, SOK_STR("{\"id\":null,\"exact_id\":null"));
	}
	put_string(writer, SOK_STR(",\"title\":\""), puzzle->title);
	put_string(
	    writer, SOK_STR(",\"author\":\""), sok_puzzle_author(puzzle));
	sok_out(writer->out, SOK_STR(",\"board\":["));
	sok_out(writer->out, (struct sok_str){rows, n - (n > 0)});
	sok_out(writer->out, SOK_STR("]"));
	put_number(writer, SOK_STR(",\"width\":"), width);
	put_number(writer, SOK_STR(",\"height\":"), height);
	put_number(writer, SOK_STR(",\"boxes\":"), board->boxes);
	put_string(writer, SOK_STR(",\"game\":\""), game);
	put_string(writer, SOK_STR(",\"title_line\":\""), puzzle->title_line);
	put_keys(writer, &puzzle->text);
	put_text(writer, SOK_STR(",\"text\":\""), &puzzle->text);
	sok_out(writer->out, SOK_STR(",\"games\":["));
	put_games(writer, puzzle);
	put_string(writer, SOK_STR("],\"source\":{\"file\":\""), sok_str(file));
	put_number(writer, SOK_STR(",\"line\":"), puzzle->pos.line);
	put_number(writer, SOK_STR(",\"number\":"), puzzle->number);
	sok_outc(writer->out, '}');
	if (adjoins.len > 0)
		put_string(writer, SOK_STR(",\"adjoins\":\""), adjoins);
	sok_out(writer->out, SOK_STR("}\n"));
	return true;
}

const struct sok_write_ops write_json_ops = {
    .header = json_header, .puzzle = json_puzzle, .lasts = true, .alone = true};
