/* inner_path: paths of files inside of packages, as text. They are names to compare, never opened. */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_INNER_PATH_H
#define PERFOLIO_ARCHIVE_PACKAGE_INNER_PATH_H

#include <stdbool.h>

#include "core/base/text.h"
#include "core/model/timeline/object.h"

/* `path` without the "./" or "/" that packagers put in front: a pointer into it. */
const char *inner_path(const char *path);

/* Set `out` to what the symbolic link `link` at `from` leads to, "." and ".." taken out by the text alone. */
void inner_link(struct text *out, const char *from, const char *link);

/* Whether a path, without slash in front, lies in a folder that is one with its namesake in usr/ (usr-merge:
   Debian Policy 9.1.1, Fedora UsrMove). */
bool inner_is_merged(const char *path);

/* Whether a file of a package is the one recorded as `path`, or its debug file: /usr/lib/x and /lib/x are one
   place (usr-merge), and usr/lib/debug/ has the same tree again, with or without ".debug" behind the name. */
bool inner_same(const char *inner, const char *path);

/* A number that is the same for the names that one object has in packages and recordings: no folder, no
   brackets, '-' for '_', nothing from ".ko" or ".debug" on, no version behind "vmlinux". Others may have it. */
uint64_t inner_key(const char *path);

/* The name under which a build-id cache files an object: one for a kernel or a vdso, whatever suffix the recording gave
   it; of other objects their path. */
const char *inner_cached(const struct object *o);

#endif
