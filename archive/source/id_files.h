/*
 * id_files: an index of all files below a folder: ELF files by their build-id, listings of kernels by the build-id that
 * their place in a cache names, and compressed modules, which would have to be unpacked, by their names. Only notes are
 * read. Links are followed, but not inside a folder that a link leads to, which could be the whole machine. Each file
 * and folder is visited once; file systems of the kernel (/proc, /sys) are left out. Limits: 131,072 files, 65,536
 * folders and as many links, a depth of 32 folders.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_ID_FILES_H
#define PERFOLIO_ARCHIVE_SOURCE_ID_FILES_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/resolve/source.h"

struct id_file {
    const char *path;   /* interned */
    struct build_id id; /* n == 0: a compressed module */
    const char *module; /* interned: the name of a compressed module, "snd_hda_intel"; else NULL */
    bool listing;
    uint32_t met; /* its number in the order in which files were met */
};

struct id_files { /* zero-initialise */
    struct names names;
    struct id_file *v; /* by build-id, then in the order of folders (outer ones first) and of names */
    size_t n, cap;
    struct idmap first;             /* hash of a build-id -> its first file + 1 */
    uint64_t looked_at, identified; /* number of files, and of those with a build-id */
    uint64_t unread;                /* number of files and folders that the system refused */
    bool cut;                       /* there are more files, which were not looked at */
};

void id_files_scan(struct id_files *f, const char *dir);

/* The i-th file that may be what is wanted; NULL: there are no more. */
const struct id_file *id_files_find(const struct id_files *f, const struct want *w, unsigned i);

/* Sets `id` to the build-id in a path of a build-id cache: DIR/ab/cdef.../FILE or DIR/abcdef.../FILE. False: none. */
bool id_files_id_of_path(const char *path, struct build_id *id);

void id_files_free(struct id_files *f);

#endif
