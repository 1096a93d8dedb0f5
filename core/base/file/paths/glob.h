/* glob: patterns of a shell, compared byte by byte, so that no locale and no C library of the host changes what
   matches. */
#ifndef PERFOLIO_CORE_BASE_FILE_PATHS_GLOB_H
#define PERFOLIO_CORE_BASE_FILE_PATHS_GLOB_H

#include <stdbool.h>

/* Whether a pattern matches a whole text, like fnmatch() without flags in the locale "C" (POSIX.1-2017, XCU 2.13): '*'
   matches any bytes, '?' one byte, "[a-c]" one byte of a set, "[!a-c]" and "[^a-c]" one byte not in the set,
   "[[:digit:]]" a class; after '\' a byte matches only itself. A '[' without a ']' matches itself; a '\' at the end
   matches nothing. */
bool glob_match(const char *pattern, const char *text);

/* Whether a text contains one of * ? [. */
bool glob_is_pattern(const char *s);

#endif
