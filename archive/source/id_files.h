/*
 * id_files: an index of all files below a folder. ELF files are indexed by their build-id; listings of kernel
 * symbols by the build-id in their path in a build-id cache; compressed kernel modules by name, since their
 * build-id could be read only after unpacking. Only the notes of ELF files are read. Symbolic links are
 * followed, but not inside a folder that was reached by a link, which could lead through the whole machine.
 * Each file and folder is visited once. File systems of the kernel (/proc, /sys) are left out. Limits:
 * 131,072 files, 65,536 folders and as many links, a depth of 32 folders.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_ID_FILES_H
#define PERFOLIO_ARCHIVE_SOURCE_ID_FILES_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/resolve/source.h"

struct id_file {
    const char *path;   /* interned */
    struct build_id id; /* n == 0: the file is a compressed module */
    /* the name of a compressed module, such as "snd_hda_intel", interned; NULL: not a compressed module */
    const char *module;
    bool listing;
    uint32_t met; /* number of the file in the order of the walk */
};

struct id_files { /* zero-initialise */
    struct names names;
    struct id_file *v; /* sorted by build-id, then by folder (outer folders first), then by name */
    size_t n, cap;
    struct idmap first;             /* hash of a build-id -> 1 + the index of its first file */
    uint64_t looked_at, identified; /* number of files examined, and number of files with a build-id */
    uint64_t unread;                /* number of files and folders that the system refused */
    bool cut;                       /* there are more files, which were not examined */
};

void id_files_scan(struct id_files *f, const char *dir);

/* The i-th file that may be the wanted object; NULL: there are no more. */
const struct id_file *id_files_find(const struct id_files *f, const struct want *w, unsigned i);

/* Sets `id` to the build-id in a path of a build-id cache: DIR/ab/cdef.../FILE or DIR/abcdef.../FILE. False: the path
   has no build-id. */
bool id_files_id_of_path(const char *path, struct build_id *id);

void id_files_free(struct id_files *f);

#endif
