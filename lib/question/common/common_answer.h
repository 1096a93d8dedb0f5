/*
 * answer: the parts that answers of all commands share (docs/json.md): their beginning, facts about the
 * capture, and the problems at the end. An answer begins when nothing can fail any more, so that standard
 * output has a complete document or nothing.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_ANSWER_H
#define PERFOLIO_LIB_QUESTION_COMMON_ANSWER_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"

/* answer_begin_rows() begins an answer in the format asked for (--json, --csv); `separator` (may be NULL) is for text. answer_begin_lines()
 * begins a stream: JSON is one object a line. answer_rows_end() ends either with the problems of `s` and `more` (may be NULL),
 * as a member of JSON, else in `err`, as shares of `samples` (0: no shares). */
void answer_begin_rows(struct rows *r, const struct common_opts *o, const char *separator,
                       const char *command, struct outlet *out);
void answer_begin_lines(struct rows *r, const struct common_opts *o, const char *command, struct outlet *out);
void answer_rows_end(struct rows *r, const struct session *s, const struct problems *more, uint64_t samples,
                     struct outlet *err);

/* Add "container", facts about the file, and "machine", facts about the recording machine; `said`: text shows them, too. */
void answer_container(struct rows *r, const struct capture *c, bool said);
void answer_machine(struct rows *r, const struct env *env, bool said);

/* Adds both, and "header": the lines of perf's header (`full`: as with -I), which text shows as perf prints them. */
void answer_header(struct rows *r, const struct session *s, bool full);

#endif
