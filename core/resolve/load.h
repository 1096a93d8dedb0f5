/* load: chooses the files that an object's symbols come from, and loads them. Called by resolver.c, which decides when. */
#ifndef PERFOLIO_CORE_RESOLVE_LOAD_H
#define PERFOLIO_CORE_RESOLVE_LOAD_H

#include "core/resolve/files/object_files.h"

/* Loads the symbols of a mapping's object into `l`. Failures become problems of the source list. Several objects may load in
   parallel. */
void load_object(struct loader *d, const struct map *map, struct loaded *l);

void loaded_free(struct loaded *l); /* also empties `l` */

/* Opens the mapped file of an object, or what is kept of it, and its debug file if that is another (else `debug` is empty).
   The caller closes both. False: the first is not available. */
bool load_open_unwind_tables(struct loader *d, const struct object *o, enum want_use use,
                             struct blob *runtime, struct blob *debug);

/* Opens a file that an object's DWARF names (line_files, open()). */
bool load_open_dwarf_file(struct loader *d, const struct want *w, struct blob *b);

/* Opens the file with the most source lines of an object, and the mapped file if that is another and available (else
   `runtime` is empty). The caller closes both. False: no source has lines. */
bool load_open_lines(struct loader *d, const struct object *o, struct blob *symbols, struct blob *runtime,
                     const struct line_reader **reader);

#endif
