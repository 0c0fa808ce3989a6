/*
 * fork.c - a second opinion on Sokoban 3D sets: finds the resources of a
 * Macintosh file as the published descriptions read, without a line of the
 * library and without a thought for speed.
 *
 * Reads a file on stdin and prints "set NAME FIRST LAST" and for each level
 * "level ID NAME" and its rows; names as bytes in hexadecimal.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A file, or a part of one. */
struct fork_bytes {
	const unsigned char *at;
	size_t n;
};

static bool fork_broken;

/* n bytes from a place; none, and broken, where there are not so many. */
static struct fork_bytes
fork_part(struct fork_bytes b, size_t from, size_t n)
{
	if (from + n > b.n) {
		fork_broken = true;
		return (struct fork_bytes){(const unsigned char *)"", 0};
	}
	return (struct fork_bytes){b.at + from, n};
}

/* A number of so many bytes, the largest first. */
static size_t
fork_number(struct fork_bytes b, size_t from, size_t n)
{
	struct fork_bytes p = fork_part(b, from, n);
	size_t i, value = 0;

	for (i = 0; i < p.n; i++)
		value = value * 256 + p.at[i];
	return value;
}

static struct fork_bytes
fork_apple(struct fork_bytes file)
{
	size_t i, n = fork_number(file, 24, 2);

	for (i = 0; i < n; i++)
		if (fork_number(file, 26 + 12 * i, 4) == 2)
			return fork_part(file,
			    fork_number(file, 30 + 12 * i, 4),
			    fork_number(file, 34 + 12 * i, 4));
	return fork_part(file, 0, 0);
}

static struct fork_bytes
fork_macbinary(struct fork_bytes file)
{
	size_t from = 128 + (fork_number(file, 83, 4) + 127) / 128 * 128;

	return fork_part(file, from, fork_number(file, 87, 4));
}

/* The resource fork inside the file. */
static struct fork_bytes
fork_find(struct fork_bytes file)
{
	size_t magic = fork_number(file, 0, 4);

	if (magic == 0x00051607 || magic == 0x00051600)
		return fork_apple(file);
	if (magic == 0x00000100)
		return file;
	return fork_macbinary(file);
}

static void
fork_name(FILE *out, struct fork_bytes b)
{
	size_t i;

	for (i = 0; i < b.n; i++)
		fprintf(out, "%02x", b.at[i]);
}

/* The i-th resource of the type whose entry is at `type` of the map. */
static struct fork_bytes
fork_resource(struct fork_bytes fork, struct fork_bytes map, size_t type,
    size_t i, size_t *id, struct fork_bytes *name)
{
	size_t list = fork_number(map, 24, 2), names = fork_number(map, 26, 2);
	size_t ref = list + fork_number(map, type + 6, 2) + 12 * i;
	size_t from = fork_number(fork, 0, 4) + fork_number(map, ref + 5, 3);
	size_t at = fork_number(map, ref + 2, 2);

	*id = fork_number(map, ref, 2);
	*name = (struct fork_bytes){(const unsigned char *)"", 0};
	if (at != 0xffff)
		*name = fork_part(
		    map, names + at + 1, fork_number(map, names + at, 1));
	return fork_part(fork, from + 4, fork_number(fork, from, 4));
}

/* Where the entry of a type stands in the map, and how many there are. */
static size_t
fork_type(struct fork_bytes map, const char *name, size_t *n)
{
	size_t list = fork_number(map, 24, 2), i;
	size_t types = (fork_number(map, list, 2) + 1) & 0xffff;

	for (i = 0; i < types; i++) {
		size_t at = list + 2 + 8 * i;
		struct fork_bytes type = fork_part(map, at, 4);

		if (type.n == 4 && memcmp(type.at, name, 4) == 0) {
			*n = fork_number(map, at + 4, 2) + 1;
			return at;
		}
	}
	*n = 0;
	return 0;
}

static void
fork_set(FILE *out, struct fork_bytes setx)
{
	size_t i, line = 0;

	fputs("set ", out);
	for (i = 0; i < setx.n; i++) {
		if (setx.at[i] == '\r') {
			line++;
			if (line > 1)
				fputc(line == 4 ? '\n' : ' ', out);
		} else if (line == 1) {
			fprintf(out, "%02x", setx.at[i]);
		} else if (line > 1) {
			fputc(setx.at[i], out);
		}
	}
}

static void
fork_level(FILE *out, size_t id, struct fork_bytes name, struct fork_bytes rows)
{
	size_t i;

	fprintf(out, "level %zu ", id);
	fork_name(out, name);
	fputc('\n', out);
	for (i = 0; i < rows.n; i++)
		fputc(rows.at[i] == '\r' ? '\n' : rows.at[i], out);
}

/* Print what is in a file; false if it is broken. */
static bool
fork_print(FILE *out, const unsigned char *at, size_t size)
{
	struct fork_bytes fork, map, name, data;
	size_t type, n, i, id;

	fork_broken = false;
	fork = fork_find((struct fork_bytes){at, size});
	map =
	    fork_part(fork, fork_number(fork, 4, 4), fork_number(fork, 12, 4));
	type = fork_type(map, "Setx", &n);
	if (n == 1)
		fork_set(out, fork_resource(fork, map, type, 0, &id, &name));
	type = fork_type(map, "TEXT", &n);
	for (i = 0; i < n && !fork_broken; i++) {
		data = fork_resource(fork, map, type, i, &id, &name);
		fork_level(out, id, name, data);
	}
	return !fork_broken;
}

#ifndef FORK_NO_MAIN
int
main(void)
{
	static unsigned char file[1 << 24];
	size_t n = fread(file, 1, sizeof(file), stdin);

	return !fork_print(stdout, file, n);
}
#endif
