/* key_place: where a sample, or an end of a branch, was: the object and the symbol. */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_PLACE_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_PLACE_H

#include "core/profile/keys/key.h"

/* The name of the object that a resolved address is in. */
struct cell key_get_dso(const struct view *v);
int key_compare_named(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text);

/* The symbol, or an address without one. Of the tag the lowest byte is the level, what stands above it the
   offset into a data symbol; of an address nothing. */
struct cell key_get_symbol(const struct view *v);
struct value key_value_symbol(const struct cell *c, const struct key_context *kc, struct text *scratch);
void key_show_symbol(const struct cell *c, const struct key_context *kc, struct text *out);
size_t key_bare_symbol(const struct cell *c, const struct key_context *kc);
int key_compare_symbol(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text);

/* Add a symbol as columns have it: "[.] main+0x10", or its address with all digits. */
void key_symbol_text(const struct value *v, const struct key_context *kc, struct text *out);

#endif
