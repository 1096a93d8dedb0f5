/*
 * members: the index of what packages hold: which file is where, and which build-id its place says it has.
 * Filled package by package, sealed, then asked. Paths come out of packages and are only compared. Bounded:
 * of one package a million files and 64 MiB of their paths and links; what has more is no package of
 * programs.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_MEMBERS_H
#define PERFOLIO_ARCHIVE_PACKAGE_MEMBERS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/sort_by.h"
#include "core/resolve/source.h"

enum { MEMBERS_MOST = 1 << 20, MEMBERS_PATH = 4096 }; /* files of a package; bytes of a path (PATH_MAX) */

struct package_member {
    uint32_t package;
    const char *path; /* of the file in the package; interned */
    const char
        *cached_path;   /* of the object that it is filed as: `path`, or what a link or a cache calls it */
    struct build_id id; /* the build-id that its place names; n == 0: it names none */
    bool link;          /* another name of the file at `path`, which may not be there */
    bool expected;      /* an object that may be asked for may be it */
    bool listing;       /* a kernel's list of symbols, not an ELF file */
    uint32_t seen;      /* the last search that came by */
};

struct members {
    struct names names;
    struct package_member *v;
    size_t n, cap;
    struct keys {
        struct numbered *v;
        size_t n;
    } named, files; /* once sealed: members by name and by build-id; by path, each file once */
    uint32_t searches;
    uint32_t package; /* the one that is being added, what it has, and how many bytes of paths */
    size_t nfiles, text;
};

/* What was found, by index in `v` of the members, best first. */
struct found {
    uint32_t *v;
    size_t n, cap;
    bool cut; /* there is more that was not looked at */
};

/* From now on files of package `package` are added. */
void members_begin(struct members *m, uint32_t package);

/* Add a file, or with `link` another name of the file at that path. False and `e`: too many. */
bool members_add(struct members *m, const char *path, const char *link, struct err *e);

/* Add the debug file of a build-id in hexadecimal, at the place where Debian keeps those. */
bool members_add_debug(struct members *m, const char *hex, size_t n, struct err *e);

void members_seal(struct members *m);

/* The files that may be what is wanted: those that are filed under its build-id, then those at its path, and
   if there are none, but the build-id is known and will decide, those with its name; debug files by the name in
   the link. A program by its name, for every architecture has a libc.so.6, and a kernel without a build-id
   only if it is the only one. `found` is reused, and the caller frees its `v`. */
void members_find(struct members *m, const struct want *w, struct found *found);

/* The file of a package by its path; NULL: it is not in the index. */
struct package_member *members_file(const struct members *m, uint32_t package, const char *path);

void members_free(struct members *m);

#endif
