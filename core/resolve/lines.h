/*
 * lines: from an address in an object to its place in the source, and to the calls that were inlined there.
 * core declares, formats/elf implements (dwarf_lines.c). Addresses are those of the object's symbol table
 * (struct place, `at`): offsets in the file that was mapped, but of a kernel addresses as it was linked.
 */
#ifndef PERFOLIO_CORE_RESOLVE_LINES_H
#define PERFOLIO_CORE_RESOLVE_LINES_H

#include "core/base/err.h"
#include "core/model/timeline/object.h"
#include "core/resolve/source.h"

enum { LINE_FRAMES_MOST = 256 }; /* at one address; compilers stop far below */

struct line_frame {
    const char *function; /* as linked where that is known, else as in the source; NULL: unknown */
    const char *file;     /* the compilation's folder in front when relative; NULL: unknown */
    uint32_t line;        /* 0: the compiler says that none is behind it, or nothing */
    uint32_t column;      /* 0: unknown */
    const char *text;     /* of the line, where a reader keeps it; NULL: it does not */
    bool other_text;      /* that is of another version of the file than the code, by their MD5 */
    const uint8_t *md5;   /* of the file that was compiled, 16 bytes (DWARF 5, 6.2.4.1); NULL: not recorded */
};

struct lines;

/* Other files that the one with the lines names. */
struct line_files {
    /* Open the one that `id` proves (enum want_kind: WANT_DWO, WANT_ALT), called `name`, below `folder` where
       that is relative and a folder is known (else NULL). The caller closes it. False: no source has it. */
    bool (*open)(const struct line_files *f, enum want_kind kind, const struct build_id *id,
                 const char *folder, const char *name, struct blob *out);
};

struct line_reader {
    /* Open the file that has the lines, `symbols`, of an object; `runtime` is the file that was mapped when
       that is another one, else its bytes are empty. Both, and `files`, must stay until close(). NULL: it has
       none, `e` says why. */
    struct lines *(*open)(const struct blob *symbols, const struct blob *runtime, const struct object *object,
                          const struct line_files *files, struct err *e);
    /* The frames at an address, the innermost first: where it is, then the calls by which that was inlined,
       each with its caller's name and the line of the call; the last one is a function that is not inlined
       (those beyond `max` are left out). How many there are; 0: nothing is known of the address. *end, where
       `end` is not NULL, receives the first address behind it of which something else may be known. Texts live
       until close(). Not for two threads at once. */
    size_t (*at)(struct lines *l, uint64_t addr, struct line_frame *out, size_t max, uint64_t *end);
    /* The functions of these frames alone, which takes less; what has lines and no function is left out. NULL: at() has
       to be asked. */
    size_t (*functions)(struct lines *l, uint64_t addr, struct line_frame *out, size_t max, uint64_t *end);
    void (*close)(struct lines *l);
    const char *why_none; /* why at() gives nothing */
};

#endif
