/* masked_table: the symbol table of an object, with the names and addresses that the scrubbed capture has for it. */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_MASKED_TABLE_H
#define PERFOLIO_LIB_QUESTION_SHARE_MASKED_TABLE_H

#include "lib/question/share/scrub/scrubber.h"

/* Fills `out` with the symbols of `t`, the table of an object, of which `map` is a map. `stays`: functions keep their names
   (--keep). Names of `out` are valid as long as the scrubber's disguise. */
void masked_table(struct scrubber *x, const struct object *o, const struct map *map, const struct symtab *t,
                  bool stays, struct symtab *out);

/* Whether the addresses of a table change: they are addresses in the memory of the recorded machine, and the level moves those. */
bool masked_table_moves(const struct scrubber *x, const struct map *map, const struct symtab *t);

#endif
