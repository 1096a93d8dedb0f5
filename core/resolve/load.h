/* load: which file's symbols an object gets, and getting them. Behind resolver.c, which decides when. */
#ifndef PERFOLIO_CORE_RESOLVE_LOAD_H
#define PERFOLIO_CORE_RESOLVE_LOAD_H

#include "core/resolve/files/object_files.h"

/* Fill `l` with the symbols of a mapping's object. What goes wrong becomes the chain's problems. Several
   objects may load at once. */
void load_object(struct loader *d, const struct map *map, struct loaded *l);

void loaded_free(struct loaded *l); /* and empty it */

/* Open the file that was mapped, or what is kept of it, and its debug file if that is another and is there
   (else `debug` is empty), as long as the caller keeps them. False when no source has the first. */
bool load_open_frames(struct loader *d, const struct object *o, struct blob *runtime, struct blob *debug);

/* Open a file that the DWARF of an object names (line_files, open()). */
bool load_open_named(struct loader *d, const struct want *w, struct blob *b);

/* Open the file that says most about the source lines of an object, and the one that was mapped if that is
   another and is there (else `runtime` is empty), as long as the caller keeps them. False when no source
   has one. */
bool load_open_lines(struct loader *d, const struct object *o, struct blob *symbols, struct blob *runtime,
                     const struct line_reader **reader);

#endif
