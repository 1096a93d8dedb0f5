/*
 * character: UTF-8 characters, and which of them must not be shown unchanged. Texts from files are checked here before
 * they go to a terminal or a browser. Nothing here allocates memory, because a message may be about a lack of memory.
 */
#ifndef PERFOLIO_CORE_BASE_CHARACTER_CHARACTER_H
#define PERFOLIO_CORE_BASE_CHARACTER_CHARACTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHARACTER_MAX = 4 }; /* bytes of a UTF-8 character */

/* The length in bytes of the UTF-8 character at s, which is NUL-terminated or has CHARACTER_MAX bytes. 0: it is not
   valid UTF-8. Overlong forms and surrogates are not valid either (RFC 3629). */
unsigned character_length(const char *s);

/* The code point of a valid UTF-8 character of `length` bytes (RFC 3629, 3). */
uint32_t character_code(const char *s, unsigned length);

/* character_read() of a byte that is not printable ASCII. */
unsigned character_read_other(const char *s, size_t n, bool *unsafe);

/* The length of the character at s, of which n bytes (at least 1) may be read. Sets *unsafe: not to be shown as it is,
   because it is invisible and changes how the text around it is shown. A byte that is not UTF-8 has length 1; it is
   unsafe if a terminal without UTF-8 takes it for a control character. */
static inline unsigned character_read(const char *s, size_t n, bool *unsafe)
{
    *unsafe = false;
    if (*s >= ' ' && *s < 0x7f) /* nearly always */
        return 1;
    return character_read_other(s, n, unsafe);
}

/* Copies the NUL-terminated s into a buffer of `size` bytes (at least 1), with each byte of an unsafe character as
   \xNN. Stops at the first character that does not fit; the result is NUL-terminated. The buffers must not overlap. */
void character_copy_clean(char *to, size_t size, const char *s);

#endif
