#include "core/base/character/character.h"

#include <stdio.h>
#include <string.h>

/* The length of a UTF-8 character by its first byte; 0: no character begins with this byte. */
static unsigned length_by_first(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first >= 0xf5)
        return 0;
    if (first < 0xe0)
        return 2;
    if (first < 0xf0)
        return 3;
    return 4;
}

unsigned character_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    const unsigned n = length_by_first(s[0]);
    for (unsigned i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) /* a NUL fails here, too */
            return 0;
    const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const bool surrogate = s[0] == 0xed && s[1] > 0x9f, beyond = s[0] == 0xf4 && s[1] > 0x8f;
    if (overlong || surrogate || beyond)
        return 0;
    return n;
}

uint32_t character_code(const char *s, unsigned length)
{
    static const uint8_t first_bits[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    uint32_t code = (uint8_t)*s & first_bits[length];
    for (unsigned i = 1; i < length; i++)
        code = code << 6 | (s[i] & 0x3f);
    return code;
}

/* Whether a character is invisible and changes how a terminal or a browser shows the text around it: control characters,
   changes of direction (Unicode Bidirectional Algorithm, 2), separators of lines and paragraphs. */
static bool is_hidden(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } hidden[] = { { 0, 0x1f },        { 0x7f, 0x9f },     { 0x61c, 0x61c },
                   { 0x200e, 0x200f }, { 0x2028, 0x202e }, { 0x2066, 0x2069 } };
    for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++)
        if (code >= hidden[i].first && code <= hidden[i].last)
            return true;
    return false;
}

unsigned character_read_other(const char *s, size_t n, bool *unsafe)
{
    const unsigned char first = (unsigned char)*s;
    const unsigned length = length_by_first(first);
    if (!length || length > n || !character_length(s)) {
        *unsafe = first < 0xa0;
        return 1;
    }
    *unsafe = is_hidden(character_code(s, length));
    return length;
}

void character_copy_clean(char *to, size_t size, const char *s)
{
    enum { ESCAPE = 4 }; /* characters of \xNN */
    bool unsafe;
    for (unsigned length; *s; s += length) {
        length = character_read(s, strnlen(s, CHARACTER_MAX), &unsafe);
        const size_t needed = unsafe ? (size_t)length * ESCAPE : length;
        if (needed >= size)
            break;
        if (!unsafe)
            memcpy(to, s, length);
        for (unsigned i = 0; unsafe && i < length; i++)
            snprintf(to + (size_t)i * ESCAPE, ESCAPE + 1, "\\x%02x", (unsigned char)s[i]);
        to += needed;
        size -= needed;
    }
    *to = 0;
}
