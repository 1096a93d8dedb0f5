/*
 * package: the kinds of packages from which objects are read in place. To add one, add a file with its descriptor, a
 * declaration here and a row in package.c. Packages may be hostile: sizes and counts are checked against the bytes
 * there are, and their paths are never opened.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_PACKAGE_H
#define PERFOLIO_ARCHIVE_PACKAGE_PACKAGE_H

#include "archive/package/members.h"

struct package_format {
    const char *name;
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
bool package_walk(struct span archive, struct members *m, struct err *e);

#endif
