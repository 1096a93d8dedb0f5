/*
 * common_answer: the parts that the answers of all commands share (docs/json.md): the beginning, facts about the
 * capture, and the problems at the end. A command begins its answer only when nothing can fail any more, so that
 * standard output gets a complete document or nothing.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_ANSWER_H
#define PERFOLIO_LIB_QUESTION_COMMON_ANSWER_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"

/* answer_begin_rows() begins an answer in the format of the options (--json, --csv); `separator` (may be NULL) is for
 * text. answer_begin_lines() begins a stream: its JSON is one object per line. answer_rows_end() ends both kinds,
 * with the problems of `s` and the problems `more` (may be NULL). JSON gets the problems as a member; for other
 * formats they are printed to `err`, as percentages of `samples` (0: without percentages). */
void answer_begin_rows(struct rows *r, const struct common_opts *o, const char *separator,
                       const char *command, struct outlet *out);
void answer_begin_lines(struct rows *r, const struct common_opts *o, const char *command, struct outlet *out);
void answer_rows_end(struct rows *r, const struct session *s, const struct problems *more, uint64_t samples,
                     struct outlet *err);

/* answer_add_container() adds "container", facts about the capture's file; answer_add_machine() adds "machine", facts about
   the recording machine. `said`: text shows these facts, too. */
void answer_add_container(struct rows *r, const struct capture *c, bool said);
void answer_add_machine(struct rows *r, const struct env *env, bool said);

/* Adds "container", "machine" and "header": the lines of perf's header (`full`: as with -I), which text shows as perf
   prints them. */
void answer_header(struct rows *r, const struct session *s, bool full);

#endif
