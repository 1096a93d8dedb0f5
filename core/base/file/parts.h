/* file_parts: shared by the files that implement file.h; private to this folder. */
#ifndef PERFOLIO_CORE_BASE_FILE_PARTS_H
#define PERFOLIO_CORE_BASE_FILE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/file/file.h"

/* The bytes of the longest name that a path may have, with the NUL. */
enum { FILE_NAME_SIZE = 256 };

/* Copies the next component of a path to `name` and returns the rest of the path. NULL: there is no further component,
   or it is too long. */
const char *file_component(const char *path, char name[FILE_NAME_SIZE]);

/* Maps an open file and closes it. If `fd` < 0, the file could not be opened, and errno says why. `dir`: the prefix of
   the path in messages, or "". `facts` may be NULL. */
bool file_map_open(int fd, const char *dir, const char *path, struct span *bytes, struct file_facts *facts,
                   struct err *e);

/* Whether file_guard_begin() was called. */
bool file_guard_is_on(void);

/* Guards the mapping at `start` (the first byte of a page) of the whole file at `path` (guard.c). `st`: the state of the
   file when it was mapped. If another handler for SIGBUS was installed meanwhile, the handler of guard.c is installed
   again, and passes faults outside of guarded mappings to the other one. */
void file_guard_add(const void *start, const char *path, const struct file_status *st);

/* Ends the guard of the mapping at `start`; call it before unmapping. A change of the file is remembered until it is
   reported. */
void file_guard_remove(const void *start);

#endif
