/*
 * source_files: finds the source files that DWARF names, on this machine or, if asked for, on servers. The paths come
 * from a stranger's file and may name any file of this host. So a file is taken for that source only
 *
 *   below a folder that the user named for it (source_place.c), which ".." and links do not leave; or
 *   at its own path, if it has the MD5 of the file that was compiled (DWARF 5); or
 *   at its own path, if the file with the DWARF is this host's own (resolver_lines_are_host_file()), but not with --isolated;
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
    struct span bytes; /* its text; empty: there is none */
    size_t *lines;     /* n offsets of its lines, and the end of the last */
    size_t n;
    uint64_t written;           /* last change, ns since 1970; of a file of this machine */
    bool asked, served, summed; /* it was looked for; it is an entry for servers; `md5` is set */
    bool hint;                  /* it lies at its own path, so MD5 or DWARF must speak for it */
    const char *at;             /* its path on this machine; NULL: none */
    struct err unread;          /* why an existing file could not be read */
    uint8_t md5[MD5_BYTES];
    size_t mark; /* for the caller; 0 at first */
};

/* Where the user says that source files are. */
struct source_paths {
    const char *const *rules; /* "OLD=NEW": paths below OLD are looked up below NEW; the first that fits */
    size_t nrules;
    const char *prefix; /* the folder for all other paths (objdump --prefix); NULL: none */
    unsigned strip;     /* first folders to take off those paths */
    bool isolated;      /* files at their own paths are not taken */
};

/* Where a source file may be on this machine. source_place() appends the path to `out`. */
enum source_where {
    SOURCE_NOWHERE,
    SOURCE_NAMED, /* below a folder that the user named: the first *folder bytes of `out` */
    SOURCE_HINT,  /* at its own path */
};
enum source_where source_place(const struct source_paths *p, const char *path, struct text *out,
                               size_t *folder);

/* Zero-initialise all but `paths`. */
struct source_files {
    struct source_paths paths;
    struct names names;
    struct source_file *v; /* by id in `names` - 1; files of servers have the name "BUILD-ID PATH" there */
    size_t n, cap;
};

void source_files_free(struct source_files *s);

/* A source file as an object's DWARF names it. */
struct source_name {
    struct resolver *resolver; /* knows where the DWARF is from, and asks servers (--debuginfod) */
    const struct object *object;
    const char *path;
    const uint8_t *md5; /* of the file that was compiled; NULL: not recorded */
};

/* The file, from this machine unless only a server has the version that was compiled; `n` is 0 if there is none. Valid
   until the next one is asked for. */
struct source_file *source_files_find(struct source_files *s, const struct source_name *name);

/* The file at the path itself that is not shown because nothing proves it to be that source; NULL: none. */
const struct source_file *source_files_withheld(struct source_files *s, const struct source_name *name);

/* Why an existing file that would be shown could not be read; NULL: there is none. */
const struct err *source_files_unread(struct source_files *s, const struct source_name *name);

/* The entry of a path, even if the file was not looked for yet; valid until the next one is asked for. */
struct source_file *source_files_slot(struct source_files *s, const char *path);

/* Whether its MD5 says that it is another version than the one that was compiled. */
bool source_file_is_other_version(struct source_file *f, const uint8_t *md5);

/* Line `line`, from 1 on, without its end: *n bytes, borrowed. NULL: there is none. */
const char *source_file_line(const struct source_file *f, uint32_t line, size_t *n);

#endif
