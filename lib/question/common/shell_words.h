/* shell_words: options as words of a command line, for texts that name the command of an answer. */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_SHELL_WORDS_H
#define PERFOLIO_LIB_QUESTION_COMMON_SHELL_WORDS_H

#include "core/base/text.h"
#include "core/profile/count/count_opts.h"

/* Appends a word, quoted for a shell if needed. */
void shell_words_quote(struct text *t, const char *s);

/* Append a blank and a word; an option, " --name", with its words; the same with one word, unless it is NULL. */
void shell_words_add(struct text *t, const char *s);
void shell_words_add_list(struct text *t, const char *option, const struct words *w);
void shell_words_add_option(struct text *t, const char *option, const char *s);

/* Appends the options that decide which samples count, and those that change stacks. `time`: of --time; NULL: none. */
void shell_words_add_filters(struct text *t, const struct count_opts *o, const char *time);

#endif
