/*
 * expr: an argument of a print format as a tree. Numbers are computed as in libtraceevent, and so in perf: in
 * 64 bits without a sign. A field is the number in its bytes, whatever its type. Private to
 * formats/tracepoint.
 *
 * A tree is at most 128 nodes deep, so walks over it may be recursive. The trees of one format have at most
 * 16384 nodes together.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_EXPR_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_EXPR_H

#include <stdbool.h>

#include "core/base/text.h"
#include "core/base/arena.h"
#include "core/model/trace.h"
#include "formats/tracepoint/read/container.h"
#include "formats/tracepoint/read/lexer.h"

/* One conversion of a print format, such as "%-16s", and how it prints a number or a text (C11,
   7.21.6.1, with the extensions of the kernel's lib/vsprintf.c). Private to formats/tracepoint. */

struct conversion {
    char letter;                                   /* d, u, o, x, X, c, s or p */
    uint8_t bytes;                                 /* of a number: how many of its low bytes are printed */
    uint16_t width;                                /* in characters, below 1000 */
    int16_t precision;                             /* below 1000; -1: none */
    bool zeros, left, prefix, plus, blank;         /* the flags 0 - # + and the blank */
    bool width_is_argument, precision_is_argument; /* '*': an argument before the value */
    bool plain; /* no flag, width or precision, and the letter is d, u, x, s or p */
};

/* Reads the conversion at *format, after its "%", and moves *format to its end; letters after %p are left
   there. `long_size` is the size of the recorded kernel's long. False: the kernel has no such conversion. */
bool conversion_read(const char **format, unsigned long_size, struct conversion *c);

/* Appends a number: its digits for d, u, o, x and X; the character with that number for c. */
void conversion_number(const struct conversion *c, uint64_t v, struct text *out);

/* Appends a text of n bytes, control characters as \xNN. */
void conversion_text(const struct conversion *c, const char *s, size_t n, struct text *out);

// clang-format off
enum expr_kind {
    EXPR_NUMBER,
    /* a string; also the name of a constant, whose number was not recorded and is taken as 0 */
    EXPR_STRING,
    EXPR_FIELD,
    EXPR_ELEMENT,       /* an element of a field that is an array */
    EXPR_LENGTH,        /* the size of a dynamic array in bytes */
    EXPR_MASK,          /* a cast: the bits of `a` that are set in `v` */
    EXPR_CHOICE,        /* c ? a : b */
    EXPR_NOT, EXPR_INVERSE, /* operators with the operand b; the next ones have a and b */
    EXPR_EQUAL, EXPR_UNEQUAL, EXPR_LESS, EXPR_LESS_EQUAL, EXPR_MORE, EXPR_MORE_EQUAL,
    EXPR_BOTH, EXPR_EITHER, EXPR_AND, EXPR_OR, EXPR_XOR, EXPR_LEFT, EXPR_RIGHT,
    EXPR_PLUS, EXPR_MINUS, EXPR_TIMES, EXPR_OVER, EXPR_MODULO,
    EXPR_CALL,          /* a function of the kernel, whose argument is the array a or the number b */
    /* The value of each of the following kinds as a number is 0. */
    EXPR_ARRAY,         /* a dynamic array */
    EXPR_TEXT,          /* a NUL-terminated string in a dynamic array */
    EXPR_BITMASK,       /* a bitmap in a dynamic array, as hexadecimal digits */
    EXPR_CPUMASK,       /* like EXPR_BITMASK, but as ranges of bit numbers */
    EXPR_FLAGS,         /* words for the bits of a, `text` between them */
    EXPR_SYMBOL,        /* the word for the value of a */
    EXPR_HEX,           /* b bytes of the array a, with blanks between them */
    EXPR_HEX_STR,       /* like EXPR_HEX, but without blanks */
    EXPR_ELEMENTS,      /* b numbers of v bytes each, from the array a */
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
    uint32_t offset, size; /* for a field or an element: offset and size of its bytes in the record */
    uint64_t v;            /* a number; the mask of a cast; the size of each of EXPR_ELEMENTS */
    const struct expr *a, *b, *c;
    const struct trace_field *field;
    const char *text;
    const struct expr_word *words;
    size_t nwords;
    const struct trace_function *function;
};

/* Reads the arguments of one format. */
struct expr_parser {
    struct lexer l;
    struct arena *arena;
    const struct trace_event *ev;
    unsigned long_size; /* of the recorded kernel, in bytes */
    unsigned depth, nodes;
    bool bad; /* the text does not follow the grammar, or a limit was exceeded */
};

/* Building blocks of the grammar (make.c). If the text does not continue with the expected element, or a
   limit is exceeded, they set `bad`. The returned node then has no meaning, but is never NULL. */

/* Takes exactly this text. */
void expr_expect(struct expr_parser *p, const char *s);

struct expr *expr_make_number(struct expr_parser *p, uint64_t v);

/* A string; control characters become \xNN. */
struct expr *expr_make_text(struct expr_parser *p, const char *s, size_t n);

/* A node with the operands a and b. */
struct expr *expr_make_node(struct expr_parser *p, enum expr_kind kind, const struct expr *a,
                            const struct expr *b);

/* An operator with the operands a and b or, if both are numbers, their result. */
struct expr *expr_make_operation(struct expr_parser *p, enum expr_kind kind, const struct expr *a,
                                 const struct expr *b);

/* expr_take_string(): take a string in quotation marks. expr_take_field(): take the name of a field of the
   event. */
struct expr *expr_take_string(struct expr_parser *p);
struct expr *expr_take_field(struct expr_parser *p, enum expr_kind kind);

/* Takes a type and the ")" after it, and appends its words with blanks between them. False: the text is
   not a type; a part of it was taken. The name of a constant is not a type. */
bool expr_take_type(struct expr_parser *p, struct text *type);

/* The size of a type in bytes; 0: a pointer, or a type of unknown size. */
uint64_t expr_size_of(const struct expr_parser *p, const char *type);

/* Takes an expression. Never NULL; when the parser is bad, the tree has no meaning. */
struct expr *expr_parse(struct expr_parser *p);

/* A record to print, and facts about its machine. */
struct expr_record {
    struct span raw; /* the record's data; they include at least its last field */
    enum byte_order order;
    unsigned long_size;
    const struct trace_names *names;
    const struct trace_container *container;
    size_t most; /* most characters to print; every sample prints the texts of the format again */
    /* the record is too short for its print format, a division by zero occurred, or the text is too long */
    bool failed;
};

/* The value of a tree as a number. Division by zero sets `failed`. */
uint64_t expr_value(const struct expr *e, struct expr_record *r);

/* The result of an operator. Division by zero is 0. */
uint64_t expr_operate(enum expr_kind kind, uint64_t a, uint64_t b);

/* Calls the function of an EXPR_CALL: returns its number and appends its text to `out`. */
uint64_t expr_call(const struct expr *e, struct expr_record *r, struct text *out);

/* The bytes of an array or of a field; empty if they extend beyond the end of the record. */
struct span expr_bytes(const struct expr *e, const struct expr_record *r);

/* Appends the text of a tree as %s prints it, with the width and precision of `c`. */
void expr_text(const struct expr *e, struct expr_record *r, const struct conversion *c, struct text *out);

#endif
