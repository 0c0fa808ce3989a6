/*
 * soup.c - print line soup for the programs to eat.
 *
 *     soup [-p] [-n N] [SEED]
 *
 * One collection for SEED (0); with -n, N collections from SEED on, each after
 * a line "SEED LENGTH" and followed by a line end, for drivers that split by
 * length.
 * -p: LF only, so that line ends can be exchanged afterwards.
 */
#include "soup.h"

#include <stdio.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	struct soup soup = {0};
	unsigned long long seed = 0, n = 0, i;
	bool plain = false;
	int c;

	while ((c = getopt(argc, argv, "pn:")) != -1) {
		if (c == 'p')
			plain = true;
		else if (c == 'n')
			n = strtoull(optarg, NULL, 10);
		else
			return 2;
	}
	if (optind < argc)
		seed = strtoull(argv[optind], NULL, 10);
	for (i = 0; i < n || i == 0; i++) {
		soup_make(&soup, seed + i, plain);
		if (n > 0)
			printf("%llu %zu\n", seed + i, soup.len);
		fwrite(soup.s, 1, soup.len, stdout);
		if (n > 0)
			putchar('\n');
	}
	free(soup.s);
	return fflush(stdout) == 0 ? 0 : 2;
}
