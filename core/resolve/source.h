/*
 * source: a place that may have the object that a mapping names. core declares it, archive/ implements it;
 * the chain (chain.h) asks one source after the other, checks build-ids and remembers the answers. Parsers
 * get bytes; nothing to the left of archive/ ever opens a path for an object.
 */
#ifndef PERFOLIO_CORE_RESOLVE_SOURCE_H
#define PERFOLIO_CORE_RESOLVE_SOURCE_H

#include "core/base/arena.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/model/timeline/object.h"

enum want_kind {
    WANT_ELF,      /* the file itself, or its debug file: an ELF file                  */
    WANT_DEBUG,    /* the debug file that a .gnu_debuglink of the mapped file names    */
    WANT_KALLSYMS, /* the kernel's symbol list as text (/proc/kallsyms' format)        */
    WANT_PERF_MAP, /* what a program says of the code it made: perf-PID.map            */
    WANT_IMAGE, /* the mapped file as far as it is there, where symbols are kept apart; then its debug file */
    WANT_DWO,   /* the file with a split unit of the DWARF, or a package of such files */
    WANT_ALT,   /* the file with what DWARF has in common with other files (dwz) */
    WANT_RECORDED,  /* the symbols that the recorder wrote into the capture */
    WANT_CONTAINER, /* the file that was mapped, which is no ELF file and has some inside */
    WANT_CODE, /* the code as it ran, which the recorder kept: an ELF file whose addresses are those at which it ran */
};

struct want {
    enum want_kind kind;
    const struct object *object; /* path, name and kind are hints */
    struct build_id id;          /* the key; n 0: not known. WANT_DWO: the unit's id, its highest byte first;
                                    WANT_ALT: that file's own, or what its .debug_sup has */
    const char *link;            /* WANT_DEBUG: the file's name; WANT_DWO, WANT_ALT: its path, */
    const char *folder;          /* and where that begins if it is relative; NULL: unknown */
    bool for_module;             /* WANT_KALLSYMS: it is one of the kernel's modules that needs it */
    uint32_t crc;                /* WANT_DEBUG: checksum (gdb, "Debugging Information in Separate Files") */
};

/* A want of an object by what was recorded of it. */
static inline struct want want_of(enum want_kind kind, const struct object *o)
{
    return (struct want){ .kind = kind, .object = o, .id = o->build_id };
}

enum answer {
    ANSWER_FOUND,    /* `out` is open; the caller closes it               */
    ANSWER_ABSENT,   /* not an error: ask the next one                    */
    ANSWER_UNUSABLE, /* has it, cannot use it; `e` says why; ask the next */
    ANSWER_REFUSED,  /* has one that is not of the wanted build-id, as `e` says: ask the next */
};

/* What a piece of evidence says of whether an object is the one that was mapped (identity.h). */
enum evidence {
    EVIDENCE_NONE,        /* nothing: it was not recorded, or the object has none */
    EVIDENCE_CONTRADICTS, /* it is another one, whatever all others say */
    EVIDENCE_PARTLY,      /* it agrees as far as was recorded */
    EVIDENCE_AGREES,
};

enum evidence_kind {
    EVIDENCE_BUILD_ID,
    EVIDENCE_CHECKSUM,
    EVIDENCE_FILE,
    EVIDENCE_SEGMENT,
    EVIDENCE_MODULE,
    EVIDENCE_KERNEL,
    EVIDENCE_MACHINE,
    EVIDENCE_PATH,
    EVIDENCE_KINDS
};

struct symbol_reader;

/* Bytes of an object and how to give them back. */
struct blob {
    struct span bytes;
    const struct symbol_reader *reader; /* who reads it, of a source that keeps tables and not files; NULL:
                                           whoever recognises the bytes */
    const void *part;                   /* ... and what that one reads, instead of the bytes */
    const char *origin; /* where they come from, for `explain` and messages; lives as long as the source */
    bool proven; /* by something else than a build-id, of which the capture has none: the source knows it to
                    be what was recorded */
    struct build_id
        cached_as; /* what its place says the content is (a cache's folder named by the id); counts
                                  only for contents which cannot carry an id, such as a listing */
    const struct file_facts
        *facts; /* of a file at the recorded path of this host, or of what a process here has
                                       mapped under it; NULL: it is none. Lives until the source is asked again */
    uint8_t says[EVIDENCE_KINDS]; /* enum evidence, once it was judged */
    struct file_node node;        /* that it was read from */
    const char *file;             /* that it was cut out of, where `origin` says more; NULL: `origin` is it */
    bool everyones;               /* its source knows that everyone on this host may have it */
    bool unproven;                /* of this host, and no build-id proves it (giving.h) */
    void *owner;                  /* close()'s */
    void (*close)(struct blob *b);
};

struct source;

struct source_ops {
    const char *name; /* appears in messages */
    /* The i-th candidate for a want (0, 1, ...): a source may hold several. ABSENT ends the asking; `e` may
       say how far was looked then. The first bytes decide nothing here: whoever asked looks at what came. */
    enum answer (*open)(struct source *s, const struct want *w, unsigned i, struct blob *out, struct err *e);
    /* The text of a file of source, by the path that the DWARF of an object with a build-id has for it. NULL: the source has
       none. */
    enum answer (*open_text)(struct source *s, const struct object *o, const char *path, struct blob *out,
                             struct err *e);
    /* Whether a file that was opened for an object, wherever, is this host's own: it lies where this host has files of that
       object, or has every byte of the one at the object's path. NULL: the source is not this host. */
    bool (*has)(struct source *s, const struct object *o, const struct blob *b);
    /* What of a file that was mapped and is not at hand is an ELF file inside of it, as far as the source knows: where code of it
       was mapped, or under a name (timeline_split()). NULL: it knows nothing of such. */
    bool (*part)(struct source *s, const struct object *o, const struct object_segment *code,
                 const char *entry, struct object_part *part);
    void (*close)(struct source *s); /* what source_close() does not free; NULL: nothing */
};

/* A source's own struct begins with it. */
struct source {
    const struct source_ops *ops;
    struct names names;                   /* origins, and what else it keeps of texts */
    const struct object *const *expected; /* what may be asked for, so that it is fetched in one go */
    size_t nexpected;
    struct source *next; /* the chain's */
    const char *where; /* its folder or file, for `explain`; lives as long as the source; NULL: it has none */
    bool chosen; /* the user named this very file for this very want (--vmlinux, --kallsyms): asked first */
    bool remote; /* costs time and bandwidth: asked only where no other source has a complete table */
    bool images; /* may have a WANT_IMAGE */
    unsigned
        recorded; /* has what the recorder kept, and is asked for nothing else: WANT_RECORDED, WANT_CODE, as bits,
                          1 << enum want_kind; 0: has none of these */
    bool by_id; /* asked only with a build-id: a name proves nothing about another machine's file */
    bool local; /* has files of this host, to which nothing but what a capture says leads (giving.h) */
    bool quiet; /* asked without the user's doing (paths of this host): what it has and does not match is
                      remembered but no problem */
};

/* A zeroed source of `size` bytes that begins with struct source; `where` is copied, "" and NULL are none. */
void *source_new(size_t size, const struct source_ops *ops, const char *where);
void source_close(struct source *s);

#endif
