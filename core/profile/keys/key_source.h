/*
 * key_source: rows by source line or file. Samples are counted by address; the line of each address is looked up
 * once, when the texts of rows are made, and addresses of one line become one row then.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_SOURCE_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_SOURCE_H

#include "core/profile/keys/key.h"
#include "core/profile/paths.h"

/* The cell of a resolved address: its place, from which the functions below find the line. */
struct cell key_get_source(const struct view *v);

/* The place at address `at` in the table of an object. `object`: index + 1 of the object; 0: no object was
   mapped there, and place.object is NULL. */
struct place key_source_place(uint32_t object, uint64_t at, const struct key_context *kc);

/* "main.c:12". Without line information in DWARF the text is that of perf (util/srcline.c, get_srcline()):
   "??:0" in a file with symbols, since addr2line knows the function, else "memcpy+4" or "libc.so.6[3fbf4]". */
void key_show_srcline(const struct key_cell *c);

/* The value of a cell: file and line, or the file alone; unknown without line information in DWARF. */
struct value key_value_srcline(const struct key_cell *c);
struct value key_value_srcfile(const struct key_cell *c);

/* The source line of a frame. `inlines`: inlined functions are frames of their own. Texts live as long as the
   resolver. False: unknown. */
bool key_source_line_of_frame(const struct path_frame *frame, bool inlines, const struct key_context *kc,
                              struct line_frame *out);

/* Add the text that follows the name of a frame in a tree: "main.c:12" or "??:0", as key_show_srcline() does.
   Without line information add "+4" with `offsets`, else nothing, and return false. `inlines`: inlined
   functions are frames of their own. */
bool key_source_of_frame(const struct path_frame *frame, bool inlines, bool offsets,
                         const struct key_context *kc, struct text *out);

#endif
