/* limits.c - the safety limits: each has a name, and a default that can be
 * raised.  With -p, print name, default and maximum of each, for the test of
 * the manual. */
#include "unit.h"

int
main(int argc, char **argv)
{
	bool print = argc > 1 && strcmp(argv[1], "-p") == 0;

	for (size_t i = 0; i < SOK_NLIMITS; i++) {
		const char *name = sok_limit_name[i];
		size_t value = sok_default_limits.v[i];
		size_t most = sok_highest_limits.v[i];

		if (!CHECK(name != NULL))
			continue;
		CHECK(value > 0 && value < most);
		for (size_t k = 0; k < i; k++)
			CHECK(strcmp(sok_limit_name[k], name) != 0);
		if (print)
			printf("%s %zu %zu\n", name, value, most);
	}
	return unit_done();
}
