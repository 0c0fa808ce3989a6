/* xml_parser.c - an XML parser of bounded memory. */
#include <stddef.h>
#include <stdlib.h>

#include "format/slc/xml_parser.h"

/* In front of every block that the parser was given. */
union block {
	struct {
		struct xml_budget *budget;
		size_t size;
	} b;
	max_align_t align;
};

/* expat's allocator takes no context. */
static _Thread_local struct xml_budget *current;

void
xml_current(struct xml_budget *budget)
{
	current = budget;
}

static void *
budget_alloc(union block *old, struct xml_budget *budget, size_t size)
{
	size_t had = old ? old->b.size : 0;
	union block *p;

	size += sizeof(*p);
	if (size < sizeof(*p) || size > budget->most ||
	    budget->used - had > budget->most - size) {
		budget->exceeded = true;
		return NULL;
	}
	p = realloc(old, size);
	if (p == NULL)
		return NULL;
	budget->used = budget->used - had + size;
	p->b.budget = budget;
	p->b.size = size;
	return p + 1;
}

static void *
budget_malloc(size_t size)
{
	return budget_alloc(NULL, current, size);
}

static void *
budget_realloc(void *p, size_t size)
{
	return budget_alloc(p ? (union block *)p - 1 : NULL, current, size);
}

static void
budget_free(void *p)
{
	union block *block;

	if (p == NULL)
		return;
	block = (union block *)p - 1;
	block->b.budget->used -= block->b.size;
	free(block);
}

XML_Parser
xml_parser(struct xml_budget *budget)
{
	static const XML_Memory_Handling_Suite memory = {
	    budget_malloc, budget_realloc, budget_free};

	xml_current(budget);
	return XML_ParserCreate_MM(NULL, &memory, NULL);
}
