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
    struct input *opened;                    /* its file, where that lies open; NULL: it does not */
    uint64_t samples, first_time, last_time; /* of its capture, once it was opened */
    struct problems problems; /* for whoever counts it, as is how many samples shares of them are of */
    uint64_t counted;
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

/* List a file, or the captures of a folio of several, whose texts have to outlive the list; of those with a label alone (NULL:
   all). */
struct listed_run *run_list_add(struct run_list *l, bool after, const char *path);
void run_list_add_captures(struct run_list *l, bool after, const char *path, const struct folio *f,
                           const char *label);

/* Open a run as other options say, as often as it is needed. False: it was shown why. */
bool run_list_open(struct listed_run *run, const struct common_opts *o, struct session *s,
                   struct outlet *err);

/* The runs of a side. */
static inline struct listed_run *run_list_side(const struct run_list *l, bool after, uint32_t *n)
{
    *n = after ? l->n - l->before : l->before;
    return l->v + (after ? l->before : 0);
}

/* Add problem i of the runs of a side in words: "a.data and 1 more: 5 records were damaged (first: at offset 7) (in each: 2,
   3)", of files by their names alone if `base_names`. Shares are of the samples of all of them. False when none has it. */
bool run_list_add_problem_text(const struct run_list *l, bool after, int i, bool base_names,
                               struct text *out);

/* The lines under a result: those problems in words. */
void run_list_print_problems(const struct run_list *l, bool after, struct outlet *err);

/* Whether no two runs, all opened, are one recording, which would make a comparison surer, or another, than it is. False:
   it was shown which are. Those without times are not known to be. */
bool run_list_check_distinct(const struct run_list *l, struct outlet *err);
void run_list_free(struct run_list *l);

#endif
