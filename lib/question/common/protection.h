/* protection: the letters of a mapping, as /proc/PID/maps writes them: "r-xp". */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_PROTECTION_H
#define PERFOLIO_LIB_QUESTION_COMMON_PROTECTION_H

#include <stdint.h>

enum { PROTECTION_LETTERS = 5 }; /* with the NUL */

/* Writes the letters of `prot` (PROT_*) and of `flags` (MAP_*) to `to` and returns it. */
static inline const char *protection_letters(uint32_t prot, uint32_t flags, char to[PROTECTION_LETTERS])
{
    to[0] = prot & 1 ? 'r' : '-';
    to[1] = prot & 2 ? 'w' : '-';
    to[2] = prot & 4 ? 'x' : '-';
    to[3] = flags & 1 ? 's' : 'p';
    to[4] = 0;
    return to;
}

#endif
