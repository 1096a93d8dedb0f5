/*
 * id_files: the files below a folder by what they say they are, whatever they are called and wherever they
 * lie: ELF files by their build-id, listings of kernels by the build-id that their place in a cache names,
 * and compressed modules, which would have to be unpacked, by their names. Only notes are read. Links
 * are followed, but not below a folder that one leads to, for it may lead to all of this machine; each file
 * and folder is seen once; what the kernel makes up while it is read (/proc, /sys) is left out. Bounded:
 * 131,072 files, 65,536 folders and as many links, 32 folders in one another.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_ID_FILES_H
#define PERFOLIO_ARCHIVE_SOURCE_ID_FILES_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/resolve/source.h"

struct id_file {
    const char *path;   /* interned */
    struct build_id id; /* n == 0: it is packed */
    const char *module; /* interned: of a packed module, "snd_hda_intel"; NULL: it is none */
    bool listing;
    uint32_t met; /* before how many others */
};

struct id_files { /* zero-initialise */
    struct names names;
    struct id_file *v; /* by build-id, then in the order of folders (outer ones first) and of names */
    size_t n, cap;
    struct idmap first;             /* of a build-id, by its hash: the first file + 1 */
    uint64_t looked_at, identified; /* files, and those that have a build-id */
    uint64_t unread;                /* files and folders that the system refused */
    bool cut;                       /* there is more, which was not looked at */
};

void id_files_list(struct id_files *f, const char *dir);

/* The i-th that may be what is wanted; NULL: there are no more. */
const struct id_file *id_files_find(const struct id_files *f, const struct want *w, unsigned i);

/* The build-id that a place in a build-id cache names: of DIR/ab/cdef.../FILE or DIR/abcdef.../FILE. */
bool id_files_id_of_path(const char *path, struct build_id *id);

void id_files_free(struct id_files *f);

#endif
