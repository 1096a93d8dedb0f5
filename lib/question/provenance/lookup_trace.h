/*
 * lookup_trace: from which file an object's names come, which sources of symbols were searched, and what each
 * returned. The data is taken from the log of the source list. For explain and doctor, and only for objects whose
 * symbols were looked up.
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

/* The answer of one source to the search for one file. */
struct lookup_answer {
    const struct source_list_note *note;
    bool taken; /* the object's symbol table comes from this answer */
};

/* The answers about an object, each once, in the order in which they were given. `scope`: only answers in this scope;
   NULL: all. For a kernel module, answers about the kernel's listing of symbols are included. The array is malloc'ed;
   the notes belong to the source list, and are valid until its next look-up. */
struct lookup_answer *lookup_trace_of(const struct session *s, const struct object *o,
                                      const struct source_list_scope *scope, size_t *n);

/* Adds the kind and the path of a source: "folder /srv/symbols". */
void lookup_trace_source(const struct source_list_note *n, struct text *out);

/* Adds an answer in words: "found FILE", "has nothing", "refused FILE: WHY", etc. */
void lookup_trace_text(const struct lookup_answer *a, struct text *out);

/* Writes the answers as the table "asked", which text omits. */
void lookup_trace_rows(struct rows *r, const struct lookup_answer *a, size_t n);

#endif
