/*
 * package: the kinds of packages from which objects are read in place. To add one, add a file with its descriptor, a
 * declaration here and a row in package.c. Packages may be hostile: sizes and counts are checked against the bytes
 * there are, and their paths are never opened.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_PACKAGE_H
#define PERFOLIO_ARCHIVE_PACKAGE_PACKAGE_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/sort_by.h"
#include "core/resolve/source.h"

/* The index of the files in packages, by path and by the build-id that the path names. It is filled package by
   package, sealed, then searched. Paths come from packages and are only compared. A package may have a million files
   and 64 MiB of their paths and links; those with more are no packages of programs. */

enum { MEMBERS_MOST = 1 << 20, MEMBERS_PATH = 4096 }; /* files of a package; bytes of a path (PATH_MAX) */

struct package_member {
    uint32_t package;
    const char *path; /* of the file in the package; interned */
    const char
        *cached_path;   /* of the object: `path`, or the name that a link or a build-id cache has for it */
    struct build_id id; /* the build-id that its path names; n == 0: none */
    bool link;          /* another name of the file at `path`, which may not exist */
    bool expected;      /* it may be an object that will be asked for */
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
    } named, files; /* once sealed: members by name and build-id; files by path, each once */
    uint32_t searches;
    uint32_t package;    /* the package that is being added, */
    size_t nfiles, text; /* its files, and the bytes of their paths */
};

/* The result of a search: indexes in members.v, best first. */
struct found {
    uint32_t *v;
    size_t n, cap;
    bool cut; /* there are more, which were not looked at */
};

/* The files that are added from now on are those of package `package`. */
void members_begin_package(struct members *m, uint32_t package);

/* Adds a file or, with `link`, another name of the file at that path. False with `e` set: too many. */
bool members_add(struct members *m, const char *path, const char *link, struct err *e);

/* Adds the debug file of a build-id, n hexadecimal digits, at the path where Debian keeps it. */
bool members_add_debug(struct members *m, const char *hex, size_t n, struct err *e);

void members_seal(struct members *m);

/* Finds the files that may be what is wanted: those filed under its build-id, then those at its path. If there are none
   and its build-id is known, so that it can be checked, those with its name, as every architecture has a libc.so.6;
   debug files by the name in the debug link. A kernel without a build-id only if it is the only one. `found` is reused;
   the caller frees its `v`. */
void members_find(struct members *m, const struct want *w, struct found *found);

/* The file of a package by its path; NULL: it is not in the index. */
struct package_member *members_file(const struct members *m, uint32_t package, const char *path);

void members_free(struct members *m);

struct package_format {
    bool nested; /* files may be in archives inside the archive */
    /* Whether it is of this kind. False with `e` set: the system refused a resource that is needed to tell. */
    bool (*recognise)(struct span package, struct err *e);
    /* Adds the files of the package that may be objects to the index, without decompressing them if the package has a
       list. False with `e` set: it cannot be read. */
    bool (*list)(struct span package, struct members *m, struct err *e);
    /* The archive with the files, for entries_open(); empty: damaged. NULL: the package is the archive. */
    struct span (*archive)(struct span package);
};

extern const struct package_format package_deb, package_rpm, package_tar;

/* The kind of a package. NULL: it is none or, with `e` set, the system refused a resource that is needed to tell. */
const struct package_format *package_recognise(struct span package, struct err *e);

/* list() for kinds without a list: walks the archive, and those in it, and adds every file and link. */
bool package_list_members(struct span archive, struct members *m, struct err *e);

#endif
