/*
 * source_files: the files of source that DWARF names, of this machine or, where they are asked, from servers. Those are paths
 * out of a stranger's file, hints, which may lead to any file of this host. So a file is text of that source only
 *
 *   below a folder that the user named for it (source_place.c), which ".." and links do not leave; or
 *   at its own path, if it has the MD5 of the file that was compiled (DWARF 5); or
 *   at its own path, if the file with the DWARF is this host's own (resolver_lines_are_own()); with --isolated never;
 *
 * and only if it is a regular file of at most 16 MiB without a NUL. Each is looked for once.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_FILES_H
#define PERFOLIO_ARCHIVE_SOURCE_FILES_H

#include "core/base/arena.h"
#include "core/base/file/md5.h"
#include "core/resolve/resolver.h"

struct source_file {
    struct blob blob;
    struct span bytes; /* its text; empty: it is not there */
    size_t *lines;     /* where they begin, and where the last one ends */
    size_t n;
    uint64_t written;           /* of a file of this machine, ns since 1970 */
    bool asked, served, summed; /* it was looked for; among what servers have; `md5` is there */
    bool hint;                  /* it lies at its own path, and is text only of what speaks for it */
    const char *at;             /* where on this machine it is; NULL: nowhere */
    struct err unread;          /* why a file that is there could not be read */
    uint8_t md5[MD5_BYTES];
    size_t mark; /* its user's; 0 at first */
};

/* Where the user says that files of source are. */
struct source_paths {
    const char *const *rules; /* "OLD=NEW": what is below OLD is below NEW; the first that fits */
    size_t nrules;
    const char *prefix; /* a folder that other paths are below (objdump --prefix); NULL: none is named */
    unsigned strip;     /* ... without so many of their first folders */
    bool isolated;      /* nothing is at its own path */
};

/* Where this machine may have the file of a path: added to `out`. */
enum source_where {
    SOURCE_NOWHERE,
    SOURCE_NAMED, /* below a folder that the user named, of which `out` has the first *folder bytes */
    SOURCE_HINT,  /* at the path itself */
};
enum source_where source_place(const struct source_paths *p, const char *path, struct text *out,
                               size_t *folder);

/* Zero-initialised but for the first one. */
struct source_files {
    struct source_paths paths;
    struct names names;
    struct source_file *v; /* by the id of their name, - 1; those of servers by their build-id and name */
    size_t n, cap;
};

void source_files_free(struct source_files *s);

/* A file of source as an object's DWARF has it. */
struct source_name {
    struct resolver *resolver; /* who knows whose the DWARF is, and asks servers (--debuginfod) */
    const struct object *object;
    const char *path;
    const uint8_t *md5; /* of the file that was compiled; NULL: not recorded */
};

/* The file, of this machine unless a server has the version that was compiled and it has not; `n` is 0 if there is none.
   Good until another one is asked for. */
struct source_file *source_files_find(struct source_files *s, const struct source_name *name);

/* The file at the path itself that is not shown, because nothing speaks for it; NULL: none is kept back. */
const struct source_file *source_files_withheld(struct source_files *s, const struct source_name *name);

/* Why a file that is there, and would be shown, could not be read; NULL: none is. */
const struct err *source_files_unread(struct source_files *s, const struct source_name *name);

/* The slot of a path, likewise, whether the file was looked for or not. */
struct source_file *source_files_slot(struct source_files *s, const char *path);

/* Whether it is another version than what was compiled, by its MD5. */
bool source_file_is_other(struct source_file *f, const uint8_t *md5);

/* A line from 1 on, without its end, *n bytes, borrowed; NULL: there is none. */
const char *source_file_line(const struct source_file *f, uint32_t line, size_t *n);

#endif
