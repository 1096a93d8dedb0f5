/*
 * absent: what perf has and Perfolio has not. Options of perf
 * that do nothing here (perf_options.c) are taken and shown to be without effect, or refused, each with the
 * reason. That every option of perf is one of them or a command's own is held by tests/perf_options.py.
 */
#ifndef PERFOLIO_LIB_OPTIONS_ABSENT_H
#define PERFOLIO_LIB_OPTIONS_ABSENT_H

#include <stdbool.h>

#include "lib/view/outlet.h"
#include "lib/options/option.h"

/* Report that perf has a job of this command ("replay" of "sched"), or a command ("c2c", where `command`
   is NULL), and what there is here instead. False, and nothing is printed, when perf has none either. */
bool absent_show(const char *command, const char *word, struct outlet *err);

/* Whether perf sorts by such a key, which is none here, and what there is instead; NULL: it does not. */
const char *absent_key(const char *word, size_t n);

/* Such options of a command, or, "", of those in front of it; and show of one that it is refused, or else
   without effect. */
const struct option_row *absent_options(const char *command);
void absent_option_show(const struct option_row *r, const char *command, bool refused, struct outlet *err);

/* What does the job of an option that a command lacks and people expect it to have: "-d DIR" for "-o"; NULL: unknown. The
   word is as it stands on the command line. */
const char *absent_option_instead(const char *command, const char *word);

/* `n` bytes of a word of the command line, control bytes as \xNN: whoever runs a command may have its words from elsewhere. */
void absent_word_show(const char *word, size_t n, struct outlet *err);

/* List names, up to a NULL, each with a prefix: "--symbols, --symbol-filter or --symfs". */
void absent_alternatives_show(const char *before, const char *const *names, struct outlet *err);

#endif
