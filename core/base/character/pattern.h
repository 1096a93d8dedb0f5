/*
 * pattern: extended regular expressions that a person typed.
 */
#ifndef PERFOLIO_CORE_BASE_CHARACTER_PATTERN_H
#define PERFOLIO_CORE_BASE_CHARACTER_PATTERN_H

#include <regex.h>

/* Compiles an extended regular expression (POSIX.1-2017, XBD 9.4) that is only asked whether it matches; regfree() frees
   it. NULL, or what is wrong with it, in words that are the same on every host: those of regerror() are the C library's. */
const char *pattern_compile(regex_t *to, const char *pattern);

#endif
