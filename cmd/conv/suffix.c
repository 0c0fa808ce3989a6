/* suffix.c - the output format of sokconv -o NAME without -t: what the suffix
 * of NAME says. */
#include <sys/stat.h>

#include "base/base.h"
#include "conv/conv.h"

static const struct {
	const char *suffix, *format;
} named[] = {
    {"sok", "sok"},
    {"xsb", "xsb"},
    {"rle", "rle"},
    {"slc", "slc"},
    {"jsonl", "jsonl"},
    {"csv", "csv"},
    {"svg", "svg"},
    {"html", "html"},
    {"tsv", "records"},
    {"rsrc", "sokoban3d"},
};

/* Other kinds of files, for which nobody takes a collection. */
static const char *const foreign[] = {"pdf", "doc", "docx", "odt", "rtf", "xls",
    "xlsx", "ods", "ppt", "pptx", "odp", "ps", "eps", "tex", "epub", "png",
    "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "ico", "psd", "xcf",
    "mp3", "mp4", "ogg", "wav", "avi", "mov", "webm", "zip", "gz", "bz2", "xz",
    "zst", "lz4", "lz", "z", "tar", "tgz", "tbz", "tbz2", "txz", "tzst", "7z",
    "rar", "cab", "iso", "cpio", "lha", "lzh", "ar", "jar", "deb", "rpm", "exe",
    "dll", "js", "css", "xml", "yaml", "yml", "py", "sh", "sql", "db",
    "sqlite"};

#define NEAR 2 /* edits */

void
conv_take_suffix(struct cli *cli)
{
	struct conv *conv = cli->ctx;
	const char *name = choose_name(cli->output), *dot = strrchr(name, '.');
	const char *near = NULL;
	struct stat st;
	size_t n;

	/* A device has no format, and a name like .sok has no suffix. */
	if (dot == NULL || dot == name || dot[1] == '\0' ||
	    (stat(cli->output, &st) == 0 && !S_ISREG(st.st_mode)))
		return;
	struct sok_str suffix = sok_str(dot + 1);
	for (size_t i = 0; i < SOK_COUNT(named); i++)
		if (sok_str_caseeq(suffix, sok_str(named[i].suffix))) {
			conv->to = sok_format_find(sok_str(named[i].format));
			return;
		}
	/* Text of other versions and games, and screen.1 */
	n = strlen(name);
	if (choose_stem(name, n) < n || sok_str_number(suffix, &n))
		return;
	for (size_t i = 0; i < SOK_COUNT(foreign); i++)
		if (sok_str_caseeq(suffix, sok_str(foreign[i])))
			cli_usage(cli,
			    "-o %s: `%s` is the suffix of another kind of "
			    "file; -t names the format",
			    cli->output, dot);
	for (size_t i = 0; i < SOK_COUNT(named) && near == NULL; i++)
		if (sok_distance(suffix, sok_str(named[i].suffix), true) <=
		    NEAR)
			near = named[i].suffix;
	if (near != NULL)
		cli_usage(cli,
		    "-o %s: `%s` is not the suffix of a format; did you mean "
		    ".%s?  -t names the format",
		    cli->output, dot, near);
}
