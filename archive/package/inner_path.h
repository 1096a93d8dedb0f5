/* inner_path: compares paths of files inside packages, as text. They are never opened. */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_INNER_PATH_H
#define PERFOLIO_ARCHIVE_PACKAGE_INNER_PATH_H

#include <stdbool.h>

#include "core/base/text.h"
#include "core/model/timeline/object.h"

/* `path` without the "./" or "/" in front that packagers add: a pointer into it. */
const char *inner_path(const char *path);

/* Sets `out` to the target of the symbolic link `link` at `from`, with "." and ".." resolved in the text alone. */
void inner_path_of_link(struct text *out, const char *from, const char *link);

/* Whether a path, without a slash in front, is in a folder that is a link to its namesake in usr/ (usr-merge: Debian
   Policy 9.1.1, Fedora UsrMove). */
bool inner_path_is_merged(const char *path);

/* Whether a file of a package is the one recorded as `path`, or its debug file. /usr/lib/x and /lib/x are the same
   (usr-merge), and usr/lib/debug/ has the same tree again, with or without ".debug" behind the name. */
bool inner_path_matches(const char *inner, const char *path);

/* A hash that is the same for all names of an object in packages and recordings: of the file name without brackets,
   with '-' for '_', up to ".ko" or ".debug", and without the version behind "vmlinux". Others may have the same. */
uint64_t inner_path_key(const char *path);

/* The name of an object in a build-id cache: of a kernel or a vdso without the suffix of the recording, of others their
   path. */
const char *inner_path_cache_name(const struct object *o);

#endif
