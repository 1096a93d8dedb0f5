/*
 * absent: commands, keys and options of perf that Perfolio lacks. Options (perf_options.c) are either accepted, with
 * a message that they have no effect, or refused with a reason. tests/perf_options.py checks that every option of
 * perf is either listed here or an option of the command.
 */
#ifndef PERFOLIO_LIB_OPTIONS_ABSENT_H
#define PERFOLIO_LIB_OPTIONS_ABSENT_H

#include <stdbool.h>

#include "lib/view/outlet.h"
#include "lib/options/option.h"

/* Reports that perf has a subcommand ("replay" of "sched"), or a command ("c2c", `command` NULL), that Perfolio
   lacks, and the alternative. Returns false and prints nothing if perf does not have it either. */
bool absent_show(const char *command, const char *word, struct outlet *err);

/* The alternative to a sort key of perf that Perfolio lacks; NULL: perf has no such key. `word` has n bytes. */
const char *absent_key(const char *word, size_t n);

/* The options of a command of perf that Perfolio lacks; `command` "": perf's options before the command.
   absent_option_show() prints that an option was refused, or that it has no effect. */
const struct option_row *absent_options(const char *command);
void absent_option_show(const struct option_row *r, const char *command, bool refused, struct outlet *err);

/* The alternative to an option of other tools that a command lacks: "-d DIR" for "-o"; NULL: unknown. `word` is the
   word of the command line, with its dashes. */
const char *absent_option_alternative(const char *command, const char *word);

/* Prints n bytes of a word of the command line, control bytes as \xNN: the word may come from an untrusted source. */
void absent_word_show(const char *word, size_t n, struct outlet *err);

/* Prints a list of names, which ends with a NULL, each with the prefix `before`: "--symbols, --symbol-filter or
   --symfs". */
void absent_alternatives_show(const char *before, const char *const *names, struct outlet *err);

#endif
