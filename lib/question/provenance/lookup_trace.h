/*
 * lookup_trace: what an object's names come from, which sources were asked for them, and what each
 * answered, out of the list's log. For explain and doctor; only of objects that were looked into.
 */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_LOOKUP_TRACE_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_LOOKUP_TRACE_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"

/* The names of table kinds and object kinds in JSON and in text: "full symbol table", "an ELF file". */
struct lookup_words {
    const char *key, *words;
};
extern const struct lookup_words lookup_tables[TABLE_KINDS], lookup_objects[OBJECT_DATA + 1];

/* One answer of a source; a wanted file was asked of each. */
struct lookup_answer {
    const struct source_list_note *note;
    bool taken; /* the table comes from it */
};

/* The answers in a scope (NULL: all) about an object in the order in which they were given, each once; a module's are those about
   its kernel's listing too. malloc'ed, the notes are the source list's and hold until it is asked again. */
struct lookup_answer *lookup_trace_of(const struct session *s, const struct object *o,
                                      const struct source_list_scope *scope, size_t *n);

/* "folder /srv/symbols" */
void lookup_trace_source(const struct source_list_note *n, struct text *out);

/* "found FILE", "has nothing", "refused FILE: WHY", ... */
void lookup_trace_text(const struct lookup_answer *a, struct text *out);

/* A table "asked": a row for each, which text has not. */
void lookup_trace_rows(struct rows *r, const struct lookup_answer *a, size_t n);

#endif
