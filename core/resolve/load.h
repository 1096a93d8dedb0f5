/* load: which file's symbols an object gets, and getting them. Behind resolver.c, which decides when. */
#ifndef PERFOLIO_CORE_RESOLVE_LOAD_H
#define PERFOLIO_CORE_RESOLVE_LOAD_H

#include <pthread.h>

#include "core/model/timeline/timeline.h"
#include "core/resolve/chain.h"

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

/* Fill `l` with the symbols of a mapping's object. What goes wrong becomes the chain's problems. Several
   objects may load at once. */
void load_object(struct loader *d, const struct map *map, struct loaded *l);

void loaded_free(struct loaded *l);

/* Open the image that a source keeps apart from the symbols. */
bool load_open_image(struct loader *d, const struct object *o, struct blob *b);

/* Open the file that was mapped, or what is kept of it, and its debug file if that is another and is there
   (else `debug` is empty), as long as the caller keeps them. False when nobody has the first. */
bool load_open_frames(struct loader *d, const struct object *o, struct blob *runtime, struct blob *debug);

/* Open a file that the DWARF of an object names (line_files, open()). */
bool load_open_named(struct loader *d, const struct want *w, struct blob *b);

/* Open the file that says most about the source lines of an object, and the one that was mapped if that is
   another and is there (else `runtime` is empty), as long as the caller keeps them. False when nobody has
   one. */
bool load_open_lines(struct loader *d, const struct object *o, struct blob *symbols, struct blob *runtime,
                     const struct line_reader **reader);

#endif
