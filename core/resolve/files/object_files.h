/* object_files: finds the files of an object and chooses the best one. Private to core/resolve. */
#ifndef PERFOLIO_CORE_RESOLVE_FILES_OBJECT_FILES_H
#define PERFOLIO_CORE_RESOLVE_FILES_OBJECT_FILES_H

#include <pthread.h>

#include "core/model/timeline/timeline.h"
#include "core/resolve/source_list.h"

/* struct loader: the state of loading (load.c). struct loaded: the result of loading an object. */
struct loader {
    struct source_list *sources;
    const struct object *const *objects; /* all objects; a module's kernel is looked up among them */
    size_t n;
    pthread_mutex_t asking; /* protects the source list */
};

struct loaded {
    struct symtab table;
    bool found;         /* a table was found; it may be empty */
    const char *origin; /* the table's file; "": none */
    /* content of the table's file; zeros: there is no table, or it is not from a file */
    struct symbol_content content;
    struct blob symbols,
        /* Only with sources->keep_files, else empty. symbols: the table's file. runtime: the mapped file,
           if it is available and not the table's file. */
        runtime;
};

/* A file that may have an object's symbols, or may be the mapped file. Empty if blob.bytes.n is 0. */
struct candidate {
    struct blob blob;
    struct symbol_content content;
    const struct symbol_reader *reader;
    bool linked; /* a debug file to which another file refers, and whose path was not recorded */
};

static inline void object_files_swap(struct candidate *a, struct candidate *b)
{
    struct candidate old = *a;
    *a = *b;
    *b = old;
}

/* The files of an object. `full` has the best table (for USE_LINES: the most source lines). `runtime` is
   the mapped file. If one file is both, only `full` is set. `folio` has the symbols of the mapped file
   that a folio stores. It gives names, but does not say at which file offsets the code of a debug file was
   mapped. */
struct object_files {
    enum want_use use;
    struct candidate full, runtime, folio;
    /* `runtime` is a part of the mapped file, stored by a folio to show where code was mapped */
    bool placed_by_folio;
    struct build_id own; /* build-id of the files that were accepted by name */
    bool several;        /* different files match by name, so none is accepted */
};

/* Like source_list_next() and source_list_reject(), with loader.asking locked. */
bool object_files_next(struct loader *d, const struct want *w, struct source_list_cursor *at,
                       struct blob *out, const struct symbol_reader **reader);
void object_files_reject(struct loader *d, const struct want *w, const struct blob *b, const char *why);

/* Finds the files of `o`. object_files_close() closes them. Sets `l->found`. The log of the source list
   has the details. */
void object_files_find(struct loader *d, const struct object *o, struct object_files *f, struct loaded *l);
void object_files_close(struct object_files *f);

/* The file to read symbols from: a file with a complete table; else `folio`, unless the mapped file has
   more symbols. */
struct candidate *object_files_best(struct object_files *f);

/* Opens the mapped file of an object; also asks remote sources. False: no source has it. */
bool object_files_open_runtime(struct loader *d, enum want_kind kind, enum want_use use,
                               const struct object *o, struct blob *b, const struct symbol_reader **reader);

/* Whether the candidate has a complete table and is not the mapped file but a separate debug file. */
static inline bool object_files_separate(const struct candidate *c)
{
    return c->content.full && !c->content.runtime;
}

#endif
