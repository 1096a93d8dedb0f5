/* loader: what loads the symbols of objects (load.c), and what it comes to. Private to core/resolve. */
#ifndef PERFOLIO_CORE_RESOLVE_LOADER_H
#define PERFOLIO_CORE_RESOLVE_LOADER_H

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

#endif
