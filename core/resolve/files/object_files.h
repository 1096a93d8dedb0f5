/* object_files: which files there are of an object, and which of them are the best. Private to
   core/resolve. */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_OBJECT_FILES_H
#define PERFOLIO_CORE_RESOLVE_FILES_OBJECT_FILES_H

#include <pthread.h>

#include "core/model/timeline/timeline.h"
#include "core/resolve/chain.h"

/* What loads the symbols of objects (load.c), and what it comes to. */
struct loader {
    struct chain *chain;
    const struct object *const *objects; /* to find a module's kernel */
    size_t n;
    pthread_mutex_t asking; /* held around the chain */
};

struct loaded {
    struct symtab table;
    bool found;                    /* there is a table, though it may be empty */
    const char *origin;            /* its file; "" */
    struct symbol_content content; /* of that file; all 0: it has no table, or there is no file */
    struct blob symbols, runtime;  /* with chain->keep_files: that file, and the one that was mapped if it is
                                      another  and was at hand; else empty */
};

/* What may give an object its symbols, or be the file that was mapped; blob.bytes.n 0: nothing. */
struct candidate {
    struct blob blob;
    struct symbol_content content;
    const struct symbol_reader *reader;
    bool linked; /* it is what another file names as its debug file: no place was recorded of it */
};

static inline void object_files_swap(struct candidate *a, struct candidate *b)
{
    struct candidate old = *a;
    *a = *b;
    *b = old;
}

/* The files of an object: the one with the best table (or with the most about source lines, where these are
   looked for), and the one that was mapped; often the same, and then `full` alone. What a folio has of the
   latter's names is no file: it does for them, but a debug file's cannot be placed by it. */
struct object_files {
    bool lines;
    struct candidate full, runtime, folio;
    bool placed_by_folio; /* `runtime` is what a folio keeps of that file: enough to place code */
    struct build_id own;  /* of what was taken by its name */
    bool several;         /* files of that name differ: none of them is the one */
};

/* Ask the chain, and complain to it, one thread at a time. */
bool object_files_ask(struct loader *d, const struct want *w, struct chain_cursor *at, struct blob *out,
                      const struct symbol_reader **reader);
void object_files_complain(struct loader *d, const struct want *w, const struct blob *b, const char *why);

/* Find the files of `o`, to be closed; what is found, and what is refused, `l` and the chain know. */
void object_files_find(struct loader *d, const struct object *o, struct object_files *f, struct loaded *l);
void object_files_close(struct object_files *f);

/* What the names come from: a complete table, then the folio's, unless the file itself has more. */
struct candidate *object_files_best(struct object_files *f);

/* Open the file that was mapped, from far away, too. */
bool object_files_open_runtime(struct loader *d, enum want_kind kind, const struct object *o, struct blob *b,
                               const struct symbol_reader **reader);

/* Whether it is not of the file that was mapped itself, but of its debug file. */
static inline bool object_files_separate(const struct candidate *c)
{
    return c->content.full && !c->content.runtime;
}

#endif
