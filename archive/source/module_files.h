/* module_files: the modules of a tree of /lib/modules/RELEASE, by their names: a recording may know a module
   only as "[ext4]", and an out-of-tree one lies anywhere. */
#ifndef PERFOLIO_ARCHIVE_SOURCE_MODULE_FILES_H
#define PERFOLIO_ARCHIVE_SOURCE_MODULE_FILES_H

#include <stdbool.h>

#include "core/base/arena.h"

struct module_files {
    struct names names;
    const char **paths; /* in names, by their parts */
    size_t n, cap;
    bool listed;
};

/* The i-th file of a module below `dir`, as "[name]" means it: NAME.ko, compressed or not, with either of -
   and
   _; NULL: no more. The folder is walked once, links to folders are not followed. */
const char *module_file(struct module_files *m, const char *dir, const char *name, unsigned i);

void module_files_free(struct module_files *m);

#endif
