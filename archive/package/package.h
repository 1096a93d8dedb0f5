/*
 * package: the kinds of packages from which objects are read without extracting them. To add one, add a file
 * with its descriptor, a declaration here and a row in package.c. Packages may be hostile: sizes and counts
 * in them are checked against the size of the package, and paths in them are never opened on this machine.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_PACKAGE_H
#define PERFOLIO_ARCHIVE_PACKAGE_PACKAGE_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/sort_by.h"
#include "core/resolve/source.h"

/* The index of the files in packages, by path and by the build-id that the path names (.build-id/ab/cdef). It is
   filled package by package, sealed, then searched. Its paths are only compared with others, never opened. Limits per
   package: a million files, and 64 MiB of paths and links; a package with more does not contain programs. */

enum { MEMBERS_MOST = 1 << 20, MEMBERS_PATH = 4096 }; /* files of a package; bytes of a path (PATH_MAX) */

struct package_member {
    uint32_t package;
    const char *path; /* path of the file in the package; interned */
    const char
        /* the object's path: `path`, or the name of the file in a link or a build-id cache */
        *cached_path;
    struct build_id id; /* the build-id that its path names; n == 0: none */
    bool link;          /* a link to the file at `path`, which may not exist */
    bool expected;      /* it may be an object of the recording, so it may be searched for later */
    bool listing;       /* a kernel's list of symbols, not an ELF file */
    uint32_t seen;      /* number of the last search that found it */
};

struct members {
    struct names names;
    struct package_member *v;
    size_t n, cap;
    struct keys {
        struct numbered *v;
        size_t n;
        /* after members_seal(): `named` has members by name and by build-id; `files` has each file once, by path */
    } named, files;
    uint32_t searches;
    uint32_t package;    /* the package that is being added; */
    size_t nfiles, text; /* number of the package's files so far, and bytes of their paths */
};

/* The result of a search: indexes in members.v, best first. */
struct found {
    uint32_t *v;
    size_t n, cap;
    bool cut; /* there are more matches, which were not examined */
};

/* The files that are added after this call belong to package number `package`. */
void members_begin_package(struct members *m, uint32_t package);

/* Adds a file or, if `link` is not NULL, a link at `path` to the file at the path `link`. False with `e` set: the
   package has too many files. */
bool members_add(struct members *m, const char *path, const char *link, struct err *e);

/* Adds the debug file of a build-id, n hexadecimal digits, at the path where Debian keeps it. */
bool members_add_debug(struct members *m, const char *hex, size_t n, struct err *e);

void members_seal(struct members *m);

/* Finds the files that may be the wanted one, in this order: files whose path names the wanted build-id,
   then files at the wanted path. If there are none, it finds files with the same file name, but only if
   the wanted build-id is known. Without it a wrong file would not be noticed, since every architecture has
   a libc.so.6. Debug files are found by the name in the debug link. A kernel without a build-id is found
   only if the packages have a single kernel. `found` may be used for several calls; the caller frees
   found->v. */
void members_find(struct members *m, const struct want *w, struct found *found);

/* The file of a package at this path; NULL: it is not in the index. */
struct package_member *members_file(const struct members *m, uint32_t package, const char *path);

void members_free(struct members *m);

struct package_format {
    bool nested; /* files may be in archives inside the archive */
    /* Whether the bytes are a package of this kind. False with `e` set: the system refused a resource that
       is needed to find out. */
    bool (*recognise)(struct span package, struct err *e);
    /* Adds the files of the package that may be objects to the index. If the package has a list of its
       files, the files are not decompressed. False with `e` set: the package cannot be read. */
    bool (*list)(struct span package, struct members *m, struct err *e);
    /* Returns the archive inside the package that has the files, for entries_open(); empty: the package is
       damaged. The pointer is NULL if the package itself is the archive. */
    struct span (*archive)(struct span package);
};

extern const struct package_format package_deb, package_rpm, package_tar;

/* The kind of a package. NULL: the bytes are not a package. If `e` is set, the system refused a resource
   that is needed to find out. */
const struct package_format *package_recognise(struct span package, struct err *e);

/* list() for packages without a list of files: walks the archive, and archives in it, and adds every file
   and link. */
bool package_list_members(struct span archive, struct members *m, struct err *e);

#endif
