/* run_list: the runs on the two sides of a comparison (--before, --after). A run is one capture. */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_RUN_LIST_H
#define PERFOLIO_LIB_QUESTION_COMMON_RUN_LIST_H

#include "lib/question/common/common.h"
#include "core/base/arena.h"

/* Rows for the table of a command whose options begin with common_opts `common`. */
// clang-format off
#define RUNS_ROWS(what_before, what_after) \
    OPT("before", 0, EACH, common.before, "RUN...", what_before, .several = true, .needs = NEEDS_INPUT), \
    OPT("after", 0, EACH, common.after, "RUN...", what_after, .several = true, .needs = NEEDS_INPUT)
// clang-format on

struct listed_run {
    /* after: it is on the side --after; labelled: it was selected by a label, from a folio among the inputs */
    bool after, labelled;
    const char *path, *name;
    /* number of the capture in its folio; "": the file's only capture */
    char capture[24];
    struct input *opened;                    /* its file, if it is open; NULL: it is not */
    uint64_t samples, first_time, last_time; /* facts about its capture, set when it is opened */
    struct problems problems;                /* set, like `counted`, by the command that counts the run */
    uint64_t counted;
};

struct run_list {
    struct listed_run *v;
    uint32_t n, before; /* the runs of --before come first */
    size_t cap;
    struct names texts;
    const char *command; /* name of the command, for messages */
};

/* Lists the runs that the words of --before and --after stand for. A word is a file, a pattern of files, a folio,
   each capture of which is a run, or a label that selects captures of the folios in o->inputs. False after printing
   the reason. The caller calls run_list_free() in either case. */
bool run_list_find(struct run_list *l, const char *command, const struct common_opts *o, struct outlet *err);

/* run_list_add() adds a file as a run. run_list_add_captures() adds the captures of a folio, or only those with
   `label` (NULL: all). The strings that are passed have to outlive the list. */
struct listed_run *run_list_add(struct run_list *l, bool after, const char *path);
void run_list_add_captures(struct run_list *l, bool after, const char *path, const struct folio *f,
                           const char *label);

/* Opens a session of a run with the common options; may be called several times. False after printing the reason. */
bool run_list_open(struct listed_run *run, const struct common_opts *o, struct session *s,
                   struct outlet *err);

/* The runs of a side: *n runs. */
static inline struct listed_run *run_list_side(const struct run_list *l, bool after, uint32_t *n)
{
    *n = after ? l->n - l->before : l->before;
    return l->v + (after ? l->before : 0);
}

/* Adds problem number i of the runs of a side as a sentence: "a.data and 1 more: 5 records were damaged (first: at
   offset 7) (in each: 2, 3)". `base_names`: files are named without their folders. Percentages are relative to the
   samples of all these runs. False: no run has this problem. */
bool run_list_add_problem_text(const struct run_list *l, bool after, int i, bool base_names,
                               struct text *out);

/* Prints the lines below an answer: all problems of the runs of a side. */
void run_list_print_problems(const struct run_list *l, bool after, struct outlet *err);

/* Checks that no two runs are the same recording, which would falsify the statistics of the comparison. All runs have
   to have been opened before. False after printing which runs are the same. Runs without times cannot be recognised. */
bool run_list_check_distinct(const struct run_list *l, struct outlet *err);
void run_list_free(struct run_list *l);

#endif
