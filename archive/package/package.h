/*
 * package: the kinds of packages that objects are read from in place. Adding one is a file with its
 * descriptor, a declaration here and a row in package.c. Whatever is in a package is hostile: sizes and
 * counts are compared with the bytes there are, and its paths are names, never opened.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_PACKAGE_H
#define PERFOLIO_ARCHIVE_PACKAGE_PACKAGE_H

#include "archive/package/members.h"

struct package_format {
    const char *name;
    bool nested; /* the files may lie in archives inside the archive */
    /* False and `e`: the system refused what it takes to tell. */
    bool (*recognise)(struct span package, struct err *e);
    /* Add the files of the package to the index, as far as they may be objects, without decompressing them
       where the package has a list. False and `e`: it cannot be read. */
    bool (*list)(struct span package, struct members *m, struct err *e);
    /* The archive with the files, for entries_open; NULL: the package. Empty: damaged. */
    struct span (*archive)(struct span package);
};

extern const struct package_format package_deb, package_rpm, package_tar;

/* NULL: it is none, or, with `e` set, the system refused what it takes to tell. */
const struct package_format *package_recognise(struct span package, struct err *e);

/* What is common to those without a list: walk the archive, and those in it, and add every file and link. */
bool package_walk(struct span archive, struct members *m, struct err *e);

#endif
