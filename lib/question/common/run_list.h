/* run_list: which runs stand on the two sides of a comparison (--before, --after). */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_RUN_LIST_H
#define PERFOLIO_LIB_QUESTION_COMMON_RUN_LIST_H

#include "lib/question/common/common.h"
#include "core/base/arena.h"

/* Rows for the table of a command whose options begin with common_opts `common`. */
// clang-format off
#define RUNS_ROWS(what_before, what_after) \
    OPT("before", 0, EACH, common.before, "RUN...", what_before, .several = true), \
    OPT("after", 0, EACH, common.after, "RUN...", what_after, .several = true)
// clang-format on

struct listed_run {
    bool after, labelled; /* by a label of a folio that is named in front */
    const char *path, *name;
    char capture[24];                        /* of a folio, by its number; "": the only one */
    uint64_t samples, first_time, last_time; /* of run_list_note() */
};

struct run_list {
    struct listed_run *v;
    uint32_t n, before; /* those of one side stand in front */
    size_t cap;
    struct names texts;
    const char *command; /* that messages name */
};

/* List what the words of --before and --after stand for: files, patterns of files, folios, of which every capture is
   a run, labels of the captures of folios that are named besides (inputs). False: it was shown why. Freed with
   run_list_free() in either case. */
bool run_list_find(struct run_list *l, const char *command, const struct common_opts *o, struct outlet *err);
/* Note of an opened run's capture what makes it another recording than the others. */
void run_list_note(struct listed_run *run, const struct capture *c);

/* Whether no two runs, all noted, are one recording, which would make a comparison surer, or another, than it is. False:
   it was shown which are. Those without times are not known to be. */
bool run_list_differ(const struct run_list *l, struct outlet *err);
void run_list_free(struct run_list *l);

#endif
