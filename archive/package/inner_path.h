/* inner_path: compares paths of files inside packages. Paths are compared as text; none is ever opened on this
   machine. */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_INNER_PATH_H
#define PERFOLIO_ARCHIVE_PACKAGE_INNER_PATH_H

#include <stdbool.h>

#include "core/base/text.h"
#include "core/model/timeline/object.h"

/* `path` without a leading "./" or "/", which some packagers write: a pointer into `path`. */
const char *inner_path(const char *path);

/* Sets `out` to the path that a symbolic link leads to. `from` is the path of the link, `link` its target; "." and
   ".." are resolved in the text alone. */
void inner_path_of_link(struct text *out, const char *from, const char *link);

/* Whether a path (without a leading slash) is below bin/, lib/ or another folder that usr-merge replaces
   by a link to the folder of this name in usr/ (Debian Policy 9.1.1, Fedora UsrMove). */
bool inner_path_is_merged(const char *path);

/* Whether the path `inner` in a package is that of the file recorded as `path`, or of this file's debug
   file. /usr/lib/x and /lib/x are the same path (usr-merge). A debug file has the same path below
   usr/lib/debug/, with or without the suffix ".debug". */
bool inner_path_matches(const char *inner, const char *path);

/* A hash that is equal for all names of one object in packages and recordings. It is the hash of the file
   name without brackets, with '-' replaced by '_', up to ".ko" or ".debug", and without the version after
   "vmlinux". Different objects may have equal hashes. */
uint64_t inner_path_key(const char *path);

/* The name of an object in a build-id cache: its path; for a kernel or a vdso, its name without the suffix that the
   recording adds. */
const char *inner_path_cache_name(const struct object *o);

#endif
