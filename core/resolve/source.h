/*
 * source: a place that may have the file of a mapped object. core declares it, archive/ implements it; the source list (source_list.h)
 * asks one source after the other, checks build-ids and logs the answers. Parsers get bytes; only archive/ opens paths for
 * objects.
 */
#ifndef PERFOLIO_CORE_RESOLVE_SOURCE_H
#define PERFOLIO_CORE_RESOLVE_SOURCE_H

#include "core/base/arena.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/model/timeline/object.h"

enum want_kind {
    WANT_ELF,       /* the mapped file or its debug file: an ELF file */
    WANT_DEBUG,     /* the debug file named by the mapped file's .gnu_debuglink */
    WANT_KALLSYMS,  /* the kernel's listing of symbols (/proc/kallsyms' format) */
    WANT_PERF_MAP,  /* a program's list of its JIT code: perf-PID.map */
    WANT_IMAGE,     /* the mapped file as far as a folio keeps it apart from symbols; then its debug file */
    WANT_DWO,       /* a file with split DWARF (.dwo), or a package of such files (.dwp) */
    WANT_ALT,       /* the file with DWARF shared by several files (dwz) */
    WANT_RECORDED,  /* symbols that the recorder wrote into the capture */
    WANT_CONTAINER, /* the mapped file that is not an ELF file but contains some */
    WANT_CODE, /* code as it ran, kept by the recorder: an ELF file whose addresses are those at which it ran */
};

/* What an object's files are wanted for. Each is asked for once in a session, whatever is asked of that first. */
enum want_use {
    USE_NAMES,
    USE_LINES,
    USE_FRAMES, /* unwinding */
    USE_CODE,   /* disassembly, packing */
};

struct want {
    enum want_kind kind;
    enum want_use use;
    const struct object *object; /* its path, name and kind are hints */
    /* The key; n 0: unknown. WANT_DWO: the unit's id, highest byte first; WANT_ALT: the file's own, or the one in
       .debug_sup. */
    struct build_id id;
    const char *link;            /* WANT_DEBUG: the file's name; WANT_DWO, WANT_ALT: its path */
    const char *folder;          /* the folder of a relative path; NULL: unknown */
    const struct object *module; /* WANT_KALLSYMS: which of the kernel's modules needs it; NULL: the kernel */
    uint32_t crc;                /* WANT_DEBUG: checksum (gdb, "Debugging Information in Separate Files") */
};

/* A want for an object, with its recorded build-id. */
static inline struct want want_of(enum want_kind kind, const struct object *o)
{
    return (struct want){ .kind = kind, .object = o, .id = o->build_id };
}

enum answer {
    ANSWER_FOUND,    /* `out` is open; the caller closes it               */
    ANSWER_ABSENT,   /* does not have it: ask the next source */
    ANSWER_UNUSABLE, /* has it but cannot use it, `e` says why: ask the next source */
    ANSWER_REFUSED,  /* has one with another build-id, `e` says so: ask the next source */
};

/* What one kind of evidence says about whether a file is the mapped object (identity.h). */
enum evidence {
    EVIDENCE_NONE,        /* nothing: not recorded, or the file lacks it */
    EVIDENCE_CONTRADICTS, /* it is another object, whatever the others say */
    EVIDENCE_PARTLY,      /* agrees as far as recorded; proves nothing */
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

/* The bytes of a file and how to release them. */
struct blob {
    struct span bytes;
    /* The reader, for sources that keep tables and not files; NULL: the reader that recognises the bytes. */
    const struct symbol_reader *reader;
    const void *part;   /* what that reader reads instead of the bytes */
    const char *origin; /* where the file comes from, for messages; lives as long as the source */
    bool proven;        /* the source knows, without a recorded build-id, that it is the recorded file */
    /* The build-id in its path in a cache; counts only for contents that cannot carry an id, such as listings. */
    struct build_id cached_as;
    /* Facts about a file of this host at the recorded path, or mapped under it in a process; NULL: neither. Valid until the
       source is asked again. */
    const struct file_facts *facts;
    uint8_t says[EVIDENCE_KINDS]; /* enum evidence by kind, once judged */
    struct file_node node;        /* the file it was read from */
    const char *file; /* the file it was cut out of, if `origin` says more than the path; NULL: `origin` */
    bool everyones;   /* its source knows that everyone on this host may read it */
    bool unproven;    /* a file of this host that no build-id proves (giving.h) */
    void *owner;      /* for close() */
    void (*close)(struct blob *b);
};

struct source;

struct source_ops {
    const char *name; /* for messages */
    /* Opens the i-th candidate for a want (0, 1, ...). ABSENT ends the search; `e` may say where it looked. It need not look
       at the bytes: the caller recognises formats. */
    enum answer (*open)(struct source *s, const struct want *w, unsigned i, struct blob *out, struct err *e);
    /* Opens a source file by the path in the DWARF of an object with a build-id. NULL: the source has none. */
    enum answer (*open_text)(struct source *s, const struct object *o, const char *path, struct blob *out,
                             struct err *e);
    /* Whether a file that was opened for an object is this host's: it lies where this host keeps files of that object, or
       its bytes equal those at the object's path. NULL: the source is not this host. */
    bool (*has)(struct source *s, const struct object *o, const struct blob *b);
    /* Finds an ELF file inside a mapped file that is not available, by where its code was mapped or by its name
       (timeline_split_embedded()). NULL: the source knows none. */
    bool (*part)(struct source *s, const struct object *o, const struct object_segment *code,
                 const char *entry, struct object_part *part);
    void (*close)(struct source *s); /* frees what source_close() does not; NULL: nothing */
};

/* The common part of a source; the source's own struct begins with it. */
struct source {
    const struct source_ops *ops;
    struct names names; /* texts of the source, such as origins */
    /* Objects that may be asked for, so that they can be fetched at once. */
    const struct object *const *expected;
    size_t nexpected;
    struct source *next; /* next source of the source list */
    const char *where;   /* its folder or file, for `explain`; lives as long as the source; NULL: none */
    bool chosen;         /* the user named this file for this purpose (--vmlinux, --kallsyms): asked first */
    bool remote;         /* needs a network: asked only if no other source has a complete table */
    bool images;         /* may have WANT_IMAGE */
    /* Bits 1 << enum want_kind of what the recorder kept (WANT_RECORDED, WANT_CODE); such a source has nothing else. 0: not
       such a source. */
    unsigned recorded;
    bool by_id; /* asked only with a build-id: names prove nothing about files of other machines */
    bool local; /* has files of this host that only the capture's contents lead to (giving.h) */
    /* Asked without the user's request (paths of this host): mismatches are logged but are not problems. */
    bool quiet;
};

/* Allocates a zeroed source of `size` bytes, which begins with struct source; `where` is copied, "" and NULL mean none. */
void *source_new(size_t size, const struct source_ops *ops, const char *where);
void source_close(struct source *s);

#endif
