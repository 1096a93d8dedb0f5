/*
 * source_files: finds the source files that DWARF names, on this machine or, if requested, on servers. These
 * paths come from a stranger's file and may name any file of this host. So a file is accepted only if it is
 *
 *   below a folder that the user named for it (source_place.c), and neither ".." nor links lead out of it; or
 *   at its own path, and has the MD5 of the file that was compiled (DWARF 5); or
 *   at its own path, and the file with the DWARF is this host's own (resolver_lines_are_host_file()); this
 *   case does not apply with --isolated;
 *
 * and if it is a regular file of at most 16 MiB without a NUL. Each path is looked up once.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_FILES_H
#define PERFOLIO_ARCHIVE_SOURCE_FILES_H

#include "core/base/arena.h"
#include "core/base/file/md5.h"
#include "core/resolve/resolver.h"

struct source_file {
    struct blob blob;
    struct span bytes; /* its text; empty: there is no file */
    size_t *lines;     /* offsets of its n lines, then the end of the last line */
    size_t n;
    uint64_t written; /* last modification of a file of this machine, ns since 1970 */
    /* asked: it was looked up; served: it is an entry for servers; summed: `md5` is set */
    bool asked, served, summed;
    /* it is at the path that DWARF names, and is used only if its MD5 or the origin of the DWARF proves it */
    bool hint;
    const char *at;    /* its path on this machine; NULL: none */
    struct err unread; /* why an existing file could not be read */
    uint8_t md5[MD5_BYTES];
    size_t mark; /* for use by the caller; 0 at first */
};

/* The user's mapping of source paths. */
struct source_paths {
    /* "OLD=NEW": paths below OLD are looked up below NEW; the first rule that matches is used */
    const char *const *rules;
    size_t nrules;
    /* the folder below which paths that match no rule are looked up (objdump --prefix); NULL: none */
    const char *prefix;
    unsigned strip; /* number of leading folders to remove from paths before `prefix` (--prefix-strip) */
    bool isolated;  /* do not use files at the paths that DWARF names */
};

/* The place of a source file on this machine. source_place() chooses it by the options, and appends the path to
   `out`. */
enum source_where {
    SOURCE_NOWHERE,
    SOURCE_NAMED, /* below a folder that the user named; the first *folder bytes of `out` are this folder */
    SOURCE_HINT,  /* at the path in the DWARF */
};
enum source_where source_place(const struct source_paths *p, const char *path, struct text *out,
                               size_t *folder);

/* Zero-initialise all members except `paths`. */
struct source_files {
    struct source_paths paths;
    struct names names;
    /* index: id of the path in `names`, minus 1; a file from a server has the name "BUILD-ID PATH" */
    struct source_file *v;
    size_t n, cap;
};

void source_files_free(struct source_files *s);

/* A source file that an object's DWARF names. */
struct source_name {
    /* knows which file the DWARF came from, and can ask servers (--debuginfod) */
    struct resolver *resolver;
    const struct object *object;
    const char *path;
    const uint8_t *md5; /* of the file that was compiled; NULL: not recorded */
};

/* Finds a source file: on this machine or, if only a server has the compiled version, on a server. If no
   file is found, `n` of the result is 0. The result is valid until the next look-up. */
struct source_file *source_files_find(struct source_files *s, const struct source_name *name);

/* The file at the path that DWARF names, if it is not used because nothing proves that it is the source;
   NULL: there is no such file. */
const struct source_file *source_files_withheld(struct source_files *s, const struct source_name *name);

/* Why a source file that exists, and would be used, could not be read; NULL: it could be read, or there is
   no such file. */
const struct err *source_files_unread(struct source_files *s, const struct source_name *name);

/* The entry of a path, made at the first look-up of the path; valid until the next look-up. */
struct source_file *source_files_slot(struct source_files *s, const char *path);

/* Whether the MD5 of a file differs from `md5`, the MD5 of the compiled file. */
bool source_file_is_other_version(struct source_file *f, const uint8_t *md5);

/* The text of line `line`, counted from 1, without the line end: *n bytes, borrowed. NULL: the file has no such line. */
const char *source_file_line(const struct source_file *f, uint32_t line, size_t *n);

#endif
