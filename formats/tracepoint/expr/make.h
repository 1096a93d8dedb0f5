/*
 * expr_make: what the grammar of arguments is written with. What cannot be taken, and what is beyond a bound
 * (expr.h), marks the parser, whatever is made then. Private to expr_*.c.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_MAKE_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_MAKE_H

#include "formats/tracepoint/expr/expr.h"

void expr_expect(struct expr_parser *p, const char *s);

struct expr *expr_make(struct expr_parser *p, enum expr_kind kind);
struct expr *expr_make_number(struct expr_parser *p, uint64_t v);

/* A text, its control characters as \xNN. */
struct expr *expr_make_text(struct expr_parser *p, const char *s, size_t n);

/* A node over two others. */
struct expr *expr_make_over(struct expr_parser *p, enum expr_kind kind, const struct expr *a,
                            const struct expr *b);

/* The same of an operator; of two numbers their result. */
struct expr *expr_make_operation(struct expr_parser *p, enum expr_kind kind, const struct expr *a,
                                 const struct expr *b);

/* Take a string, or the name of a field of the event. */
struct expr *expr_take_string(struct expr_parser *p);
struct expr *expr_take_field(struct expr_parser *p, enum expr_kind kind);

/* Take a type and the ")" behind it, and add its words, one blank between them. False, with some of the text
   taken: it is none. Names of constants are no types. */
bool expr_take_type(struct expr_parser *p, struct text *type);

/* The bytes of a type: 0 when it is a pointer, or one of unknown size. */
uint64_t expr_size_of(const struct expr_parser *p, const char *type);

#endif
