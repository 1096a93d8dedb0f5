/*
 * answer: what the JSON of all commands has in common (docs/json.md): how it begins, what it says of the
 * capture, and the problems at its end. An answer is begun once nothing can go wrong any more, so that
 * standard output holds a whole document or nothing.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_ANSWER_H
#define PERFOLIO_LIB_QUESTION_COMMON_ANSWER_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"

/* As rows, in the format that was asked for (--json, --csv); `separator` (may be NULL) is for text.
 * What was wrong, `more` (may be NULL) included, ends them: in JSON as a member, else on standard error,
 * where `samples` (0: none) is what its counts are parts of. */
void answer_rows(struct rows *r, const struct common_opts *o, const char *separator, const char *command,
                 struct outlet *out);
void answer_lines(struct rows *r, const struct common_opts *o, const char *command,
                  struct outlet *out); /* of a stream */
void answer_rows_end(struct rows *r, const struct session *s, const struct problems *more, uint64_t samples,
                     struct outlet *err);

/* "container" and "machine": what is known of the capture and of where it was recorded; `said`: in text, too. */
void answer_container(struct rows *r, const struct capture *c, bool said);
void answer_machine(struct rows *r, const struct env *env, bool said);

/* Both, and "header": the lines of the header, `full` as with -I; text is as perf prints it. */
void answer_header(struct rows *r, const struct session *s, bool full);

#endif
