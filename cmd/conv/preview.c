/* preview.c - sokconv --url: a picture beside each page, which sites show that
 * show links to it.  Its address is in the page and has to be whole, so it is
 * made from the address at which the page will be. */
#include <errno.h>
#include <sys/stat.h>

#include "base/base.h"
#include "conv/conv.h"
#include "io/io.h"
#include "text/text.h"

/* ---- the option */

/* Why an address cannot be used, or NULL.  Relative addresses would be cut from
 * one with `?` or `#` in another way than from others. */
static const char *
url_fault(struct sok_str url)
{
	size_t scheme = sok_str_find(url, SOK_STR("://"));
	struct sok_str name = sok_str_sub(url, 0, scheme);
	struct sok_str rest = sok_str_from(url, scheme + 3);

	if (!sok_str_caseeq(name, SOK_STR("http")) &&
	    !sok_str_caseeq(name, SOK_STR("https")))
		return "the address of a page begins with http:// or https://";
	if (rest.len == 0 || rest.s[0] == '/')
		return "the address has no host";
	for (size_t i = 0; i < rest.len; i++)
		if ((unsigned char)rest.s[i] <= ' ' || rest.s[i] == 0x7f ||
		    strchr("\"<>\\^`{|}?#", rest.s[i]) != NULL)
			return "an address of a file has no blanks, quotes, "
			       "brackets, `?` or `#`";
	return sok_str_utf8(url) ? NULL : "the address is not in UTF-8";
}

void
preview_check(struct cli *cli)
{
	const struct conv *conv = cli->ctx;
	struct sok_str url;
	struct stat st;

	if (conv->url == NULL)
		return;
	url = sok_str(conv->url);
	if (!conv_is_to(conv, "html"))
		cli_usage(cli, "--url needs --to=html");
	if (conv->split == NULL && conv->outdir == NULL &&
	    (cli->output == NULL ||
	        (stat(cli->output, &st) == 0 && !S_ISREG(st.st_mode))))
		cli_usage(cli,
		    "--url needs -o FILE, --split or --outdir: a picture is "
		    "written beside the page");
	const char *fault = url_fault(url);
	if (fault != NULL)
		cli_usage(cli, "--url=%s: %s", conv->url, fault);
	if (cli->output == NULL && url.s[url.len - 1] != '/')
		cli_usage(cli, "--url=%s: the address of a folder ends in `/`",
		    conv->url);
}

/* ---- pictures */

void
preview_begin(struct cli *cli, struct preview *preview, const char *path,
    struct sok_write_options *options)
{
	const struct conv *conv = cli->ctx;
	const char *folder = conv->split != NULL ? conv->split : conv->outdir;

	if (conv->url == NULL)
		return;
	sok_arena_reset(&preview->arena);
	preview->shows = preview->plays = false;
	if (folder == NULL)
		preview->page = sok_str(choose_name(path));
	else
		preview->page = sok_str(path + strlen(folder) + 1);
	preview->page = sok_str_dup(&preview->arena, preview->page);
	preview->path = sok_preview_name(sok_str(path), &preview->arena);
	cli_enough(cli, preview->page.s != NULL && preview->path.s != NULL);
	options->url = conv->url;
	options->page = &preview->page;
}

int
preview_puzzle(struct preview *preview, const struct sok_puzzle *puzzle)
{
	static const struct sok_header none = {.later = false};
	struct sok_puzzle board = *puzzle;
	bool plays = sok_page_plays(puzzle);

	if (preview->path.s == NULL || !puzzle->has_board || preview->plays ||
	    (preview->shows && !plays))
		return 0;
	preview->shows = true;
	preview->plays = plays;
	board.header = &none;
	board.text.n = board.ngames = 0;
	return sok_puzzle_copy(&preview->first, &board, &preview->arena);
}

bool
preview_end(struct cli *cli, struct preview *preview, bool keep)
{
	const struct conv *conv = cli->ctx;
	bool done = true;

	if (preview->path.s != NULL && keep) {
		/* --split replaces no file. */
		struct sok_output *out = conv->split != NULL
		    ? sok_output_new(preview->path.s)
		    : sok_output_file(preview->path.s);

		done = out != NULL &&
		    sok_preview(preview->shows ? &preview->first.board : NULL,
		        out) == 0;
		int error = errno;
		if (sok_output_close(out, done) == -1 && done) {
			error = errno;
			done = false;
		}
		if (!done)
			cli_trouble(cli, preview->path.s, error);
	}
	sok_arena_free(&preview->arena);
	*preview = (struct preview){.shows = false};
	return done;
}

int
preview_draw(struct preview *preview, struct sok_buf *to)
{
	struct sok_output *out = sok_output_memory(to);

	if (out == NULL)
		return -1;
	int got =
	    sok_preview(preview->shows ? &preview->first.board : NULL, out);
	return sok_output_close(out, true) == -1 ? -1 : got;
}
