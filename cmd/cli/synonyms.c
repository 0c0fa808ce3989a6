/* synonyms.c - words of other tools, for suggestions.  A word is suggested only
 * to a program that has the option. */
#include "base/base.h"
#include "cli/cli_private.h"

/* A program that has the option `has` gets this answer to the word. */
struct synonym {
	const char *word, *has, *answer;
};

static const struct synonym options[] = {
    {"i", "write", "-w"},
    {"in-place", "write", "-w"},
    {"inplace", "write", "-w"},
    {"fix", "write", "-w"},
    {"overwrite", "write", "-w"},
    {"dry-run", "check", "-c"},
    {"list-different", "list", "-l"},
    {"rotate", "transform", "--transform=rotate90"},
    {"turn", "transform", "--transform=rotate90"},
    {"mirror", "transform", "--transform=flip-h"},
    {"flip", "transform", "--transform=flip-h"},
    {"canonical", "transform", "--transform=canonical"},
    {"trim", "simplify", "--simplify"},
    {"solution", "moves", "-m"},
    {"solve", "moves", "-m"},
    {"verify", "moves", "-m"},
    {"lurd", "moves", "-m"},
    {"ignore", "disable", "--disable"},
    {"exclude-rule", "disable", "--disable"},
    {"skip-rule", "disable", "--disable"},
    {"rules", "list-rules", "--list-rules"},
    {"werror", "strict", "--strict"},
    {"pedantic", "strict", "--strict"},
    {"fail-on-warning", "strict", "--strict"},
    {"reporter", "format", "-F"},
    {"output-format", "format", "-F"},
    {"json", "format", "-F json"},
    {"sarif", "format", "-F sarif"},
    {"junit", "format", "-F junit"},
    {"dedupe", "unique", "--unique"},
    {"dedup", "unique", "--unique"},
    {"deduplicate", "unique", "--unique"},
    {"uniq", "unique", "--unique"},
    {"duplicates", "unique", "--unique"},
    {"dedupe", "duplicates", "--duplicates"},
    {"dedup", "duplicates", "--duplicates"},
    {"unique", "duplicates", "--duplicates"},
    {"compare", "against", "--against"},
    {"filter", "pass", "-p"},
    {"convert", "to", "-t"},
    {"type", "to", "-t"},
    {"format", "to", "-t"},
    {"output-format", "to", "-t"},
    {"output-dir", "outdir", "--outdir"},
    {"encode", "decode", "no option (sokrle encodes unless -d is given)"},
    {"compress", "decode", "no option (sokrle encodes unless -d is given)"},
    {"expand", "decode", "-d"},
    {"level", "select", "-s"},
    {"levels", "select", "-s"},
    {"puzzle", "select", "-s"},
    {"puzzles", "select", "-s"},
    {"number", "select", "-s"},
    {"n", "select", "-s"},
    {"out", "output", "-o"},
    {"outfile", "output", "-o"},
    {"input-format", "from", "-f"},
    {"threads", "jobs", "-j"},
    {"parallel", "jobs", "-j"},
    {"silent", "quiet", "-q"},
    {"encoding", "charset", "--charset"},
    {"colour", "color", "--color"},
    {"no-color", "color", "--color=never"},
    {"recursive", "include", "the name of the folder, which is walked"},
    {"r", "include", "the name of the folder, which is walked"},
    {"R", "include", "the name of the folder, which is walked"},
};

static const struct synonym values[] = {
    {"90", "transform", "rotate90"},
    {"right", "transform", "rotate90"},
    {"cw", "transform", "rotate90"},
    {"clockwise", "transform", "rotate90"},
    {"rotate", "transform", "rotate90"},
    {"180", "transform", "rotate180"},
    {"270", "transform", "rotate270"},
    {"-90", "transform", "rotate270"},
    {"left", "transform", "rotate270"},
    {"ccw", "transform", "rotate270"},
    {"counterclockwise", "transform", "rotate270"},
    {"mirror", "transform", "flip-h"},
    {"flip", "transform", "flip-h"},
    {"horizontal", "transform", "flip-h"},
    {"hflip", "transform", "flip-h"},
    {"mirror-h", "transform", "flip-h"},
    {"vertical", "transform", "flip-v"},
    {"vflip", "transform", "flip-v"},
    {"mirror-v", "transform", "flip-v"},
    {"diagonal", "transform", "transpose"},
    {"normalize", "transform", "canonical"},
    {"xml", "format", "junit"},
    {"jsonl", "format", "json"},
    {"warn", "severity", "warning"},
    {"info", "severity", "note"},
};

/* Whether the program has an option of this name. */
static bool
has_option(const struct cli_option *const *has, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(has[i]->name, name) == 0)
			return true;
	return false;
}

const char *
synonym_option(
    const struct cli_option *const *has, size_t n, struct sok_str word)
{
	for (size_t i = 0; i < SOK_COUNT(options); i++) {
		struct sok_str known = sok_str(options[i].word);
		/* The case of a single letter matters. */
		bool same = word.len == 1 ? sok_str_eq(word, known)
		                          : sok_str_caseeq(word, known);

		if (same && has_option(has, n, options[i].has))
			return options[i].answer;
	}
	return NULL;
}

const char *
synonym_value(const char *option, struct sok_str word)
{
	for (size_t i = 0; i < SOK_COUNT(values); i++)
		if (strcmp(values[i].has, option) == 0 &&
		    sok_str_caseeq(word, sok_str(values[i].word)))
			return values[i].answer;
	return NULL;
}
