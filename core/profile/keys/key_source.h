/*
 * key_source: rows by where in the source a sample was. What is counted is addresses; their lines are looked
 * up once for each, when the texts of the rows are made, and addresses of one line become one row there.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_SOURCE_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_SOURCE_H

#include "core/profile/keys/key.h"
#include "core/profile/paths.h"

/* The place of a resolved address, which the show_ functions find again. */
struct cell key_get_source(const struct view *v);

/* That of an address in the space of an object's table, by the object's index + 1; its object is NULL where
   nothing was mapped (0). */
struct place key_source_place(uint32_t object, uint64_t at, const struct key_context *kc);

/* "main.c:12"; where no DWARF has the line, what perf prints (util/srcline.c, get_srcline): "??:0" in a
   file that has symbols, for addr2line knows the function, else "memcpy+4" or "libc.so.6[3fbf4]". */
void key_show_srcline(const struct key_cell *c);

/* The same file and line, and the file alone; unknown where no DWARF has them. */
struct value key_value_srcline(const struct key_cell *c);
struct value key_value_srcfile(const struct key_cell *c);

/* Where a frame is in the source; `inlines` as below. Its texts live as long as the resolver. False:
   unknown. */
bool key_source_line_of_frame(const struct path_frame *frame, bool inlines, const struct key_context *kc,
                              struct line_frame *out);

/* What stands behind the name of a frame of a tree: "main.c:12", or "??:0" as above; where no DWARF has
   the line nothing (false), or "+4" where offsets are asked for. `inlines`: what was inlined there are frames
   of their own. */
bool key_source_of_frame(const struct path_frame *frame, bool inlines, bool offsets,
                         const struct key_context *kc, struct text *out);

#endif
