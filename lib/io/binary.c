/* binary.c - detects pictures, programs and other data that are not text. */
#include "io/binary.h"
#include "io/packed.h"
#include "tools.h"

struct kind {
	const char *name;
	struct sok_str start;
};

#define KIND(name, start) \
	{ \
		name, SOK_STR_INIT(start) \
	}

static const struct kind kinds[] = {
    KIND("PNG", "\x89PNG"),
    KIND("JPEG", "\xff\xd8\xff"),
    KIND("GIF", "GIF8"),
    KIND("TIFF", "II*\0"),
    KIND("TIFF", "MM\0*"),
    KIND("BMP", "BM"),
    KIND("RIFF", "RIFF"),
    KIND("Ogg", "OggS"),
    KIND("MP3", "ID3"),
    KIND("PDF", "%PDF"),
    KIND("an ELF program",
        "\x7f"
        "ELF"),
    KIND("a Windows program", "MZ"),
    KIND("a Java class", "\xca\xfe\xba\xbe"),
    KIND("WebAssembly", "\0asm"),
    KIND("SQLite", "SQLite format 3"),
    KIND("an Office document", "\xd0\xcf\x11\xe0"),
};

const char *
binary_name(struct sok_str head)
{
	enum sok_packing packing;

	for (size_t i = 0; i < SOK_COUNT(kinds); i++)
		if (sok_str_starts(head, kinds[i].start))
			return kinds[i].name;
	return magic_find(head, &packing);
}

/* Control characters, but not line ends, tabulators and ESC, which switches
 * alphabets. */
static bool
is_control(unsigned char c)
{
	return c == 0x7f || (c < ' ' && (c < '\t' || c > '\r') && c != 0x1b);
}

bool
binary_is(struct sok_str head)
{
	size_t nuls = 0, controls = 0;

	head = sok_str_sub(head, 0, BINARY_HEAD);
	for (size_t i = 0; i < head.len; i++) {
		nuls += head.s[i] == '\0';
		controls += is_control((unsigned char)head.s[i]);
	}
	/* One NUL may end a line, one other may stand anywhere. */
	return nuls > 1 || (controls > 1 && controls > head.len / 10);
}
