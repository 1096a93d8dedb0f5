/* load: chooses the files of an object's symbols, and loads them. resolver.c decides when. */
#ifndef PERFOLIO_CORE_RESOLVE_LOAD_H
#define PERFOLIO_CORE_RESOLVE_LOAD_H

#include "core/resolve/files/object_files.h"

/* Loads the symbols of a mapping's object into `l`. Failures become problems of the source list. Several objects may load in
   parallel. */
void load_object(struct loader *d, const struct map *map, struct loaded *l);

void loaded_free(struct loaded *l); /* also empties `l` */

/* Opens the mapped file of an object, or the part of it that a folio keeps, as `runtime`. Opens the separate debug file
   as `debug`, which is empty if there is none. The caller closes both. False: the mapped file is not available. */
bool load_open_unwind_tables(struct loader *d, const struct object *o, enum want_use use,
                             struct blob *runtime, struct blob *debug);

/* Opens a file that an object's DWARF names (line_files, open()). */
bool load_open_dwarf_file(struct loader *d, const struct want *w, struct blob *b);

/* Opens the file with the most source lines of an object as `symbols`. Opens the mapped file as `runtime`,
   which is empty if it is the same file or not available. The caller closes both. False: no source has a
   file with lines. */
bool load_open_lines(struct loader *d, const struct object *o, struct blob *symbols, struct blob *runtime,
                     const struct line_reader **reader);

#endif
