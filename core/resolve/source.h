/*
 * source: something that may have the file of a mapped object, such as a folder, a cache or a server. core
 * declares the interface, archive/ implements it. The source list (source_list.h) asks one source after the
 * other, checks build-ids and logs the answers. Readers of file formats get bytes; only archive/ opens files
 * of objects by path.
 */
#ifndef PERFOLIO_CORE_RESOLVE_SOURCE_H
#define PERFOLIO_CORE_RESOLVE_SOURCE_H

#include "core/base/arena.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/model/timeline/object.h"

enum want_kind {
    WANT_ELF,      /* an ELF file: the mapped file or its debug file */
    WANT_DEBUG,    /* the debug file named by the mapped file's .gnu_debuglink */
    WANT_KALLSYMS, /* the kernel's listing of symbols (/proc/kallsyms' format) */
    WANT_PERF_MAP, /* a program's list of its JIT code: perf-PID.map */
    /* the part of the mapped file that a folio stores separately from symbols (candidate 0), and its debug
       file (candidate 1) */
    WANT_IMAGE,
    WANT_DWO,       /* a .dwo file with split DWARF, or a package of such files (.dwp) */
    WANT_ALT,       /* the file with DWARF that several files share (dwz) */
    WANT_RECORDED,  /* symbols that the recorder wrote into the capture */
    WANT_CONTAINER, /* the mapped file if it is not an ELF file but contains ELF files */
    /* code as it was in memory, copied by the recorder: an ELF file whose addresses are runtime addresses */
    WANT_CODE,
};

/* The purpose for which an object's files are looked up. The files for each purpose are looked up once in a session,
   independently of the other purposes. */
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
    /* The id of the wanted file; n 0: unknown. WANT_DWO: the id of the DWARF unit, highest byte first. WANT_ALT: the
       build-id of the wanted file, or the id in .debug_sup. Other kinds: the object's build-id. */
    struct build_id id;
    const char *link;   /* WANT_DEBUG: name of the wanted file; WANT_DWO, WANT_ALT: path of the wanted file */
    const char *folder; /* the folder to which `link` is relative; NULL: unknown */
    /* WANT_KALLSYMS: the module that needs the listing; NULL: the kernel itself */
    const struct object *module;
    uint32_t crc; /* WANT_DEBUG: checksum (gdb, "Debugging Information in Separate Files") */
};

/* A want for an object, with the object's recorded build-id. */
static inline struct want want_of(enum want_kind kind, const struct object *o)
{
    return (struct want){ .kind = kind, .object = o, .id = o->build_id };
}

enum answer {
    ANSWER_FOUND,  /* `out` is open; the caller closes it               */
    ANSWER_ABSENT, /* the source does not have the file; the next source is asked */
    /* the source has the file but it cannot be used, `e` says why; the next source is asked */
    ANSWER_UNUSABLE,
    ANSWER_REFUSED, /* the source has a file with another build-id, `e` says so; the next source is asked */
};

/* The result of comparing a file with the mapped object by one kind of evidence (identity.h). */
enum evidence {
    EVIDENCE_NONE,        /* no result: the recording or the file lacks this fact */
    EVIDENCE_CONTRADICTS, /* the file is another object, whatever other kinds of evidence say */
    EVIDENCE_PARTLY,      /* agrees as far as the fact was recorded; proves nothing */
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

/* The bytes of a file, and how to release them. */
struct blob {
    struct span bytes;
    /* The reader of the file, set by sources that have tables instead of files; NULL: the reader that
       recognises the bytes is used. */
    const struct symbol_reader *reader;
    const void *part;   /* data that `reader` reads instead of `bytes` */
    const char *origin; /* where the file comes from, for messages; lives as long as the source */
    /* the source knows that this is the recorded file, even without a recorded build-id */
    bool proven;
    /* The build-id in the file's path in a cache. It is used only for formats that contain no build-id,
       such as listings. */
    struct build_id cached_as;
    /* Facts about the file, if it is a file of this host at the recorded path, or if a process of this
       host has mapped it from that path; else NULL. Valid until the next call of the source. */
    const struct file_facts *facts;
    uint8_t says[EVIDENCE_KINDS]; /* by kind: enum evidence, once judged */
    struct file_node node;        /* the file it was read from */
    const char *file; /* the file that contains it, if `origin` is more than the path; NULL: `origin` */
    bool everyones;   /* the source knows that everyone on this host may read it */
    bool unproven;    /* a file of this host that no build-id proves (sharing.h) */
    /* this host has no room for the whole ELF file, so this is a part of it, with its own offsets ... */
    bool fitted;
    bool lacks_dwarf; /* ... and without its DWARF */
    void *owner;      /* for close() */
    void (*close)(struct blob *b);
};

struct source;

struct source_ops {
    const char *name; /* for messages */
    /* Opens candidate i (0, 1, ...) for a want. ANSWER_ABSENT: there are no more candidates; `e` may say
       where the source looked. The source need not examine the bytes, since the caller recognises formats. */
    enum answer (*open)(struct source *s, const struct want *w, unsigned i, struct blob *out, struct err *e);
    /* Opens a source file by its path in the DWARF of an object with a build-id. NULL: the source has no
       source files. */
    enum answer (*open_text)(struct source *s, const struct object *o, const char *path, struct blob *out,
                             struct err *e);
    /* Whether a file that was opened for an object belongs to this host: it is where this host has files
       of the object, or its bytes equal those of the file at the object's path. NULL: the source has no
       files of this host. */
    bool (*has)(struct source *s, const struct object *o, const struct blob *b);
    /* Finds an ELF file inside a mapped file that is not available, by the offset of its mapped code or by
       its name (timeline_split_embedded()). NULL: the source knows none. */
    bool (*part)(struct source *s, const struct object *o, const struct object_segment *code,
                 const char *entry, struct object_part *part);
    /* frees the source's own data; source_close() frees the rest; NULL: nothing to free */
    void (*close)(struct source *s);
};

/* The part that all sources have; the source's own struct begins with it. */
struct source {
    const struct source_ops *ops;
    struct names names; /* interns texts of the source, such as origins */
    /* Objects whose files may be wanted. The source can fetch all of them together. */
    const struct object *const *expected;
    size_t nexpected;
    struct source *next; /* the next source of the source list */
    const char *where;   /* its folder or file, for `explain`; lives as long as the source; NULL: none */
    /* the user named this file for this purpose (--vmlinux, --kallsyms); it is asked first */
    bool chosen;
    /* the source needs a network; it is asked only if no other source has a complete table */
    bool remote;
    bool images; /* the source may have WANT_IMAGE */
    /* For a source with data that the recorder stored: its kinds (WANT_RECORDED, WANT_CODE), as bits 1 <<
       enum want_kind. Such a source has no other kinds. 0: any other source. */
    unsigned recorded;
    /* the source is asked only if the build-id is known, because names prove nothing about files of other machines */
    bool by_id;
    /* The source has files of this host that are found only because the capture names them (sharing.h). */
    bool local;
    /* The source is used without the user's request (paths of this host). Files of it that do not match
       are logged, but are not problems. */
    bool quiet;
};

/* Allocates a zeroed source of `size` bytes, which begins with struct source. `where` is copied; "" and
   NULL mean none. */
void *source_new(size_t size, const struct source_ops *ops, const char *where);
void source_close(struct source *s);

#endif
