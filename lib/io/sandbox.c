/* sandbox.c - takes away from a program what its run does not need, where the
 * system can: writing anywhere but in its outputs, other programs, and the
 * network.  Reading stays allowed, as links, libraries and the tables of
 * character sets are opened late. */
#if defined(__linux__)
#define _GNU_SOURCE /* syscall(), O_PATH */
#endif
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/io.h"
#include "io/remote.h"

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#if defined(SYS_landlock_create_ruleset) && \
    defined(LANDLOCK_ACCESS_FS_WRITE_FILE)
#define HAS_LANDLOCK
#endif
#endif
#endif

#ifdef HAS_LANDLOCK

/* Rights that headers may not know yet; kernels refuse those they do not know,
 * so the version of the interface decides. */
#define RIGHT_REFER (UINT64_C(1) << 13)    /* from version 2 */
#define RIGHT_TRUNCATE (UINT64_C(1) << 14) /* from version 3 */

/* What a file that is written needs. */
static const uint64_t of_file = LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE;
/* What else a folder needs for temporary files, renaming and removal. */
static const uint64_t of_folder = LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_REMOVE_DIR | RIGHT_REFER;
/* What nobody needs. */
static const uint64_t of_none = LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

void
sok_sandbox_open(struct sok_sandbox *sandbox)
{
	struct landlock_ruleset_attr rules = {.handled_access_fs = 0};
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
	    LANDLOCK_CREATE_RULESET_VERSION);

	*sandbox = (struct sok_sandbox){.rules = -1};
	if (version < 1)
		return;
	sandbox->handled =
	    of_file | of_folder | of_none | LANDLOCK_ACCESS_FS_EXECUTE;
	if (version < 2)
		sandbox->handled &= ~RIGHT_REFER;
	if (version < 3)
		sandbox->handled &= ~RIGHT_TRUNCATE;
	rules.handled_access_fs = sandbox->handled;
	sandbox->rules =
	    (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof(rules), 0);
}

void
sok_sandbox_allow(struct sok_sandbox *sandbox, const char *path)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = of_file};
	struct stat st;

	if (sandbox->rules == -1)
		return;
	int fd = open(path, O_PATH | O_CLOEXEC);
	if (fd == -1 || fstat(fd, &st) == -1)
		return;
	if (S_ISDIR(st.st_mode))
		rule.allowed_access |= of_folder;
	rule.allowed_access &= sandbox->handled;
	rule.parent_fd = fd;
	(void)syscall(SYS_landlock_add_rule, sandbox->rules,
	    LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	close(fd);
}

/* Enter the rules: whether they hold from now on. */
static bool
enter_rules(const struct sok_sandbox *sandbox)
{
	return sandbox->rules != -1 &&
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	    syscall(SYS_landlock_restrict_self, sandbox->rules, 0) == 0;
}

#else

void
sok_sandbox_open(struct sok_sandbox *s)
{
	*s = (struct sok_sandbox){.rules = -1};
}

void
sok_sandbox_allow(struct sok_sandbox *s, const char *path)
{
	(void)s;
	(void)path;
}

/* False: there are no rules. */
static bool
enter_rules(const struct sok_sandbox *s)
{
	(void)s;
	return false;
}

#endif

void
sok_sandbox_enter(struct sok_sandbox *sandbox)
{
	int error = errno;

	sandbox->confines_files = enter_rules(sandbox);
	sandbox->confines_calls = confine_program();
	if (sandbox->rules != -1)
		close(sandbox->rules);
	sandbox->rules = -1;
	errno = error;
}
