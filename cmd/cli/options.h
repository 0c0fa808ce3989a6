/* options.h - the ids of the options of all programs.  They are in one list,
 * so that no two options of a program can have the same id; programs share the
 * id of an option that they share.  An option that only sets a member of a
 * struct has no id here but CLI_STORE() or CLI_SELF(). */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

enum option_id {
	OPTION_NONE,

	/* Of all programs, taken in cli_args.c. */
	OPTION_CHARSET,
	OPTION_COLOR,
	OPTION_EXCLUDE,
	OPTION_FILES_FROM,
	OPTION_FILES0_FROM,
	OPTION_FROM,
	OPTION_GAME,
	OPTION_INCLUDE,
	OPTION_JOBS,
	OPTION_LIMIT,
	OPTION_OUTPUT,
	OPTION_SELECT,
	OPTION_SQUARES,
	OPTION_TABS,
	OPTION_TO_CHARSET,
	/* These print something and exit. */
	OPTION_HELP,
	OPTION_PRINT_OPTIONS,
	OPTION_VERSION,

	/* Of sokcheck and sokreplay, taken in report_options.c. */
	OPTION_DISABLE,
	OPTION_ENABLE,
	OPTION_EXPLAIN,
	OPTION_FORMAT,
	OPTION_SEVERITY,
	OPTION_STATS,

	/* Of single programs, taken in their main files. */
	OPTION_AGAINST,
	OPTION_BEST,
	OPTION_BY,
	OPTION_CONTAINER,
	OPTION_DROP,
	OPTION_DUPLICATES,
	OPTION_FLOOR,
	OPTION_IN,
	OPTION_LIST_FORMATS,
	OPTION_MARKER_SIZE,
	OPTION_MATCH,
	OPTION_MIN_RUN,
	OPTION_MOVES_FILE,
	OPTION_NOT_IN,
	OPTION_ONLY,
	OPTION_PREFER,
	OPTION_SHEET,
	OPTION_SORT,
	OPTION_TARGET,
	OPTION_TITLE,
	OPTION_TO,
	OPTION_TRANSFORM,
	OPTION_UNIQUE,
	OPTION_WRAP,

	OPTION_END
};

/* Above all ids: CLI_STORE() and CLI_SELF() add the offset of a member. */
enum { CLI_STORED = 0x10000, CLI_STORED_SELF = 2 * CLI_STORED };
_Static_assert(
    (int)OPTION_END < (int)CLI_STORED, "ids of options run into CLI_STORED");

#endif
