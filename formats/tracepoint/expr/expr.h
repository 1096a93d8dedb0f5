/*
 * expr: an argument of a print format as a tree. Numbers are computed as libtraceevent and so perf compute
 * them: in 64 bits without a sign, fields as their bytes have them, whatever their type. Private to
 * formats/tracepoint.
 *
 * A tree is at most 128 nodes deep, so that walks over it may be recursive, and those of one format have at
 * most 16384 nodes.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_EXPR_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_EXPR_H

#include "core/base/arena.h"
#include "core/model/trace.h"
#include "formats/tracepoint/read/container.h"
#include "formats/tracepoint/expr/conversion.h"
#include "formats/tracepoint/read/lexer.h"

// clang-format off
enum expr_kind {
    EXPR_NUMBER,
    EXPR_STRING,        /* also the name of a constant, whose number was not recorded and counts as 0 */
    EXPR_FIELD,
    EXPR_ELEMENT,       /* of an array that is a field */
    EXPR_LENGTH,        /* of a dynamic array, in bytes */
    EXPR_MASK,          /* a cast */
    EXPR_CHOICE,        /* c ? a : b */
    EXPR_NOT, EXPR_INVERSE, /* of b, as the others of a and b */
    EXPR_EQUAL, EXPR_UNEQUAL, EXPR_LESS, EXPR_LESS_EQUAL, EXPR_MORE, EXPR_MORE_EQUAL,
    EXPR_BOTH, EXPR_EITHER, EXPR_AND, EXPR_OR, EXPR_XOR, EXPR_LEFT, EXPR_RIGHT,
    EXPR_PLUS, EXPR_MINUS, EXPR_TIMES, EXPR_OVER, EXPR_MODULO,
    EXPR_CALL,          /* a function of the kernel: of the array a, or of the number b */
    /* What follows has no number but 0. */
    EXPR_ARRAY,         /* a dynamic one */
    EXPR_TEXT,          /* a NUL-terminated text in a dynamic array */
    EXPR_BITMASK,       /* a bitmap in one as hexadecimal digits */
    EXPR_CPUMASK,       /* ... as ranges of numbers of bits */
    EXPR_FLAGS,         /* words for the bits of a, `text` between them */
    EXPR_SYMBOL,        /* a word for a */
    EXPR_HEX,           /* b bytes of the array a, with blanks between them */
    EXPR_HEX_STR,       /* ... without */
    EXPR_ELEMENTS,      /* b numbers of v bytes each of the array a */
};
// clang-format on

/* A word for a value. */
struct expr_word {
    int64_t value;
    const char *text;
};

struct expr {
    enum expr_kind kind;
    uint16_t depth;
    uint32_t offset, size; /* of fields and elements, in the record */
    uint64_t v;            /* the number; of a cast the mask */
    const struct expr *a, *b, *c;
    const struct trace_field *field;
    const char *text;
    const struct expr_word *words;
    size_t nwords;
    const struct trace_function *function;
};

/* Where trees come from: the arguments of one format. */
struct expr_parser {
    struct lexer l;
    struct arena *arena;
    const struct trace_event *ev;
    unsigned long_size; /* of the recorded kernel, in bytes */
    unsigned depth, nodes;
    bool bad; /* there was something that no print format has */
};

/* What the grammar is written with (make.c). What cannot be taken, and what is beyond a bound, marks the parser,
   whatever is made then. */
void expr_expect(struct expr_parser *p, const char *s);

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

/* Take an expression. Of a parser that is bad it is any tree, which is not to be used. */
struct expr *expr_parse(struct expr_parser *p);

/* What a record's data mean, and whether they have less than its print format wants. */
struct expr_record {
    struct span raw; /* at least what the fields take */
    enum byte_order order;
    unsigned long_size;
    const struct trace_names *names;
    const struct trace_container *container;
    bool failed;
};

/* The number of a tree. Division by zero is a failure of the record. */
uint64_t expr_value(const struct expr *e, struct expr_record *r);

/* The number of an operator. Division by zero is 0. */
uint64_t expr_operate(enum expr_kind kind, uint64_t a, uint64_t b);

/* Call a function; its text is added to `out`. */
uint64_t expr_call(const struct expr *e, struct expr_record *r, struct text *out);

/* The bytes of an array or of a field; empty where it lies behind the end of the record. */
struct span expr_bytes(const struct expr *e, const struct expr_record *r);

/* Add the text of a tree, as %s has it. */
void expr_text(const struct expr *e, struct expr_record *r, const struct conversion *c, struct text *out);

#endif
