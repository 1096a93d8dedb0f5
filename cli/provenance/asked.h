/*
 * asked: what an object's names come from, who was asked for them, and what each said, out of the chain's
 * memory. For explain and doctor; only of objects that were looked into.
 */
#ifndef PERFOLIO_CLI_PROVENANCE_ASKED_H
#define PERFOLIO_CLI_PROVENANCE_ASKED_H

#include "cli/output/json.h"
#include "cli/session/session.h"

enum table_kind {
    TABLE_NOTHING,  /* nobody had anything                                                  */
    TABLE_NAMELESS, /* a file was found that names nothing                                  */
    TABLE_DYNAMIC,  /* a stripped file: what its loader needs                               */
    TABLE_MINI,     /* the same with the functions of its mini-debuginfo                    */
    TABLE_KEPT,     /* what the recorder wrote into the capture: of what samples hit         */
    TABLE_FULL,     /* a complete table                                                     */
    TABLE_LISTING,  /* of a kernel's symbols                                                */
    TABLE_PERF_MAP, /* what the process said of the code it made                            */
    TABLE_RECORDED, /* the recording itself names it (KSYMBOL)                              */
    TABLE_KINDS
};

enum table_kind table_kind_of(const struct session *s, const struct object *o);
const char *table_kind_key(enum table_kind k);   /* for --json */
const char *table_kind_words(enum table_kind k); /* "full symbol table" */

const char *object_kind_key(enum object_kind k);
const char *object_kind_words(enum object_kind k); /* "an ELF file" */

/* One answer of a source; a wanted file was asked of each. */
struct asked {
    const struct chain_note *note;
    bool taken; /* the table comes from it */
};

/* The answers about an object in the order in which they were given, each once; a module's are those about
   its kernel's listing too. malloc'ed, the notes are the chain's and hold until it is asked again. */
struct asked *asked_about(const struct session *s, const struct object *o, size_t *n);

/* "folder /srv/symbols" */
void asked_source(const struct chain_note *n, struct text *out);

/* "found FILE", "has nothing", "refused FILE: WHY", ... */
void asked_text(const struct asked *a, struct text *out);

/* A member "asked": a line for each. */
void asked_json(struct json *j, const struct asked *a, size_t n);

#endif
