/* objects: what was mapped, each file once, and its symbols: those of the file that the build-id cache ($HOME/.debug) has, or
   else of the path itself, sorted when the first of its addresses is asked for. Names are numbers. */
#ifndef PERFOLIO_BENCH_LIMITS_OBJECTS_H
#define PERFOLIO_BENCH_LIMITS_OBJECTS_H

#include "read/capture.h"

struct name {
    const char *s;
    size_t n;
};

struct symbol {
    uint64_t start, end; /* offsets in the file; of the kernel addresses */
    const char *s;       /* the name, in the file; */
    uint32_t n;          /* its length */
    uint32_t shown;      /* the name demangled, once asked for; 0: not yet */
    uint8_t rank;        /* 0: weak, 1: local, 2: global */
};

struct object {
    const char *path;
    uint32_t name; /* as reports show it */
    uint8_t id[20], nid;
    bool kernel, loaded;
    uint64_t ref;  /* of the kernel: where its reference symbol ran */
    int64_t delta; /* ... and how far it ran from where its symbols are */
    struct symbol *symbols;
    size_t n, cap;
};

struct objects {
    const struct capture *capture;
    struct object **v;
    size_t n, cap;
    struct table by_key, by_name; /* numbers + 1 by hash */
    struct name *names;           /* in order of appearance; 0 is "" */
    size_t nnames, cap_names;
    struct table listed; /* rows of the build-id table by hash of the path */
    const uint8_t **rows;
    size_t nrows, cap_rows;
};

void objects_init(struct objects *o, const struct capture *c);

/* The number of a name, which is copied. */
uint32_t objects_name(struct objects *o, const char *s, size_t n);

/* The number of the object of a mapping. */
uint32_t objects_get(struct objects *o, const char *path, const uint8_t *id, size_t nid, bool kernel,
                     uint64_t offset);
uint32_t objects_ksymbol(struct objects *o, const char *name, uint64_t size);

/* The symbol that covers an offset of the file (of the kernel an address), NULL: none. */
struct symbol *objects_symbol(const struct objects *o, struct object *x, uint64_t offset);

/* The name of a symbol as it is shown: demangled. */
uint32_t objects_shown(struct objects *o, struct symbol *s);

#endif
