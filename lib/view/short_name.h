/*
 * short_name: names of C++ and Rust functions, and paths, shortened to a number of columns of a terminal. Template
 * arguments are shortened first, the innermost first: "std::vector<...>::push_back". If that does not suffice, the
 * middle of the name is left out, too.
 */
#ifndef PERFOLIO_LIB_VIEW_SHORT_NAME_H
#define PERFOLIO_LIB_VIEW_SHORT_NAME_H

#include "core/base/text.h"

/* The columns that n bytes take on a terminal: one per character. Escape sequences of colours take none. */
size_t short_name_columns(const char *s, size_t n);

/* Adds a name of n bytes, with at most `columns` columns (at least SHORT_NAME_LEAST). */
enum { SHORT_NAME_LEAST = 8 };
void short_name_add(struct text *out, const char *s, size_t n, size_t columns);

#endif
