/* json.h - JSON texts (RFC 8259) as values in memory. */
#ifndef SOK_JSON_H
#define SOK_JSON_H

#include "sok.h"

enum json_kind {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT
};

/* Members that stand twice are there twice. */
struct json {
	enum json_kind kind;
	struct sok_str name; /* of a member */
	size_t at;           /* where the name stands in the text, in bytes */
	struct sok_str text; /* of a number, or what a string holds */
	struct json *first;  /* element or member, */
	size_t n;            /* one of so many */
	struct json *next;   /* beside this one */
};

/* Why a text is none, and where: message is NULL without memory (errno). */
struct json_error {
	const char *message;
	size_t at;
	bool limit; /* it may be one, but there is an end to values */
};

/* The value that a text is, in the arena; NULL if it is none. */
struct json *json_parse(
    struct sok_arena *a, struct sok_str text, struct json_error *e);

#endif
