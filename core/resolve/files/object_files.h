/* object_files: finds the files of an object and chooses the best. Private to core/resolve. */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_OBJECT_FILES_H
#define PERFOLIO_CORE_RESOLVE_FILES_OBJECT_FILES_H

#include <pthread.h>

#include "core/model/timeline/timeline.h"
#include "core/resolve/source_list.h"

/* The state of loading (load.c), and what it loads. */
struct loader {
    struct source_list *sources;
    const struct object *const *objects; /* for a module's kernel */
    size_t n;
    pthread_mutex_t asking; /* protects the source list */
};

struct loaded {
    struct symtab table;
    bool found;                    /* there is a table, perhaps an empty one */
    const char *origin;            /* the table's file; "": none */
    struct symbol_content content; /* its content; zeros: no table, or no file */
    struct blob symbols,
        runtime; /* with sources->keep_files: that file, and the mapped file if that is another and available; else empty */
};

/* A file that may have an object's symbols, or be the mapped file; blob.bytes.n 0: none. */
struct candidate {
    struct blob blob;
    struct symbol_content content;
    const struct symbol_reader *reader;
    bool linked; /* a debug file named by another file: its place was not recorded */
};

static inline void object_files_swap(struct candidate *a, struct candidate *b)
{
    struct candidate old = *a;
    *a = *b;
    *b = old;
}

/* The files of an object: `full` has the best table (or for USE_LINES most source lines), `runtime` is the mapped file; often
   both are one, and then only `full` is set. `folio` is what a folio keeps of the mapped file's symbols: it gives names, but
   cannot tell where code of a debug file lies. */
struct object_files {
    enum want_use use;
    struct candidate full, runtime, folio;
    bool placed_by_folio; /* `runtime` is what a folio keeps of the mapped file to place code */
    struct build_id own;  /* build-id of files that were taken by name */
    bool several;         /* files of that name differ: none is taken */
};

/* source_list_next() and source_list_reject() under the loader's lock. */
bool object_files_next(struct loader *d, const struct want *w, struct source_list_cursor *at,
                       struct blob *out, const struct symbol_reader **reader);
void object_files_reject(struct loader *d, const struct want *w, const struct blob *b, const char *why);

/* Finds the files of `o`, for object_files_close(); `l->found` and the source list's log tell the result. */
void object_files_find(struct loader *d, const struct object *o, struct object_files *f, struct loaded *l);
void object_files_close(struct object_files *f);

/* The file to take symbols from: a complete table, else the folio's unless the mapped file has more. */
struct candidate *object_files_best(struct object_files *f);

/* Opens the mapped file, also from remote sources. False: none has it. */
bool object_files_open_runtime(struct loader *d, enum want_kind kind, enum want_use use,
                               const struct object *o, struct blob *b, const struct symbol_reader **reader);

/* Whether the complete table is in a separate debug file, not in the mapped file. */
static inline bool object_files_separate(const struct candidate *c)
{
    return c->content.full && !c->content.runtime;
}

#endif
