/* glob: patterns of a shell, compared byte by byte, so that no locale and no C library of the host changes what matches. */
#ifndef PERFOLIO_CORE_BASE_FILE_PATHS_GLOB_H
#define PERFOLIO_CORE_BASE_FILE_PATHS_GLOB_H

#include <stdbool.h>

/* Whether a text matches a pattern as a whole, as fnmatch() without flags has it in the locale "C" (POSIX.1-2017, XCU 2.13): '*' is any
   bytes, '?' one byte, "[a-c]" one of a set, "[!a-c]" and "[^a-c]" one that is not in it, "[[:digit:]]" a class; '\' takes the
   meaning from the next byte. A '[' that no ']' ends means itself; a '\' at the end matches nothing. */
bool glob_match(const char *pattern, const char *text);

/* Whether a pattern has one of * ? [. */
bool glob_is_pattern(const char *s);

#endif
