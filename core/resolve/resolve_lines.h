/*
 * lines: source lines and inlined calls at an address of an object. core declares the interface, formats/elf implements
 * it (dwarf_lines.c).
 * Addresses are those of the object's symbol table (struct place, `at`): file offsets in the mapped file; for a kernel,
 * addresses as linked.
 */
#ifndef PERFOLIO_CORE_RESOLVE_LINES_H
#define PERFOLIO_CORE_RESOLVE_LINES_H

#include "core/base/err.h"
#include "core/model/timeline/object.h"
#include "core/resolve/source.h"

enum { LINE_FRAMES_MOST = 256 }; /* the most frames at one address; compilers stop far below */

struct line_frame {
    const char *function; /* the linkage name if known, else the name in the source; NULL: unknown */
    const char *file;     /* path; a relative path is prefixed with the compilation folder; NULL: unknown */
    uint32_t line;        /* 0: no line, or unknown */
    uint32_t column;      /* 0: unknown */
    const char *text;     /* text of the line, if the reader stores it; else NULL */
    bool other_text;      /* `text` is from another version of the file, as its MD5 shows */
    const uint8_t *md5;   /* MD5 of the compiled file, 16 bytes (DWARF 5, 6.2.4.1); NULL: not recorded */
};

struct lines;

/* Opens further files to which a file with lines refers. */
struct line_files {
    /* Opens the file with this id (WANT_DWO or WANT_ALT). `name` is its path, relative to `folder` unless
       `folder` is NULL. The caller closes `out`. False: no source has the file. */
    bool (*open)(const struct line_files *f, enum want_kind kind, const struct build_id *id,
                 const char *folder, const char *name, struct blob *out);
};

struct line_reader {
    /* Opens `symbols`, the file with the lines of an object. `runtime` is the mapped file; empty if `symbols` is the
       mapped file. `symbols`, `runtime` and `files` are borrowed until close(). NULL: the file has no lines, `e` says
       why. */
    struct lines *(*open)(const struct blob *symbols, const struct blob *runtime, const struct object *object,
                          const struct line_files *files, struct err *e);
    /* The frames at an address, innermost first. The first frame has the line of the address. Each further
       frame has the name of the calling function and the line of the inlined call. The last is the
       function that contains the code. Frames beyond `max` are left out. Returns the number of frames; 0:
       unknown. *end (`end` may be NULL) receives the next address at which the frames may differ. Texts
       live until close(). Not thread-safe. */
    size_t (*at)(struct lines *l, uint64_t addr, struct line_frame *out, size_t max, uint64_t *end);
    /* Like at(), but sets only `function` of each frame, which takes less time. Code that has lines but no
       function has no frames. NULL: use at(). */
    size_t (*functions)(struct lines *l, uint64_t addr, struct line_frame *out, size_t max, uint64_t *end);
    void (*close)(struct lines *l);
    const char *why_none; /* message for addresses without frames */
};

#endif
