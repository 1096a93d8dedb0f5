/*
 * value: a typed table cell. Code that fills tables makes values; code that prints tables formats them by their type. So
 * no printed text is parsed again. Texts are borrowed.
 */
#ifndef PERFOLIO_CORE_BASE_VALUE_H
#define PERFOLIO_CORE_BASE_VALUE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum value_type {
    VALUE_UNKNOWN, /* not recorded, or not known: null */
    VALUE_NONE,    /* rows of this kind have no such cell; text and JSON leave it out */
    VALUE_TEXT,
    VALUE_COUNT,   /* a count, or a period */
    VALUE_SIGNED,  /* ids, where -1 is one */
    VALUE_HEX,     /* addresses, masks */
    VALUE_PERCENT, /* percent */
    VALUE_DECIMAL, /* with `decimals` digits behind the point */
    VALUE_TIME,    /* ns, shown as seconds */
    VALUE_YES_NO,
    VALUE_SYMBOL,  /* a function or datum, or an address that has no name */
    VALUE_TASK,    /* a thread */
    VALUE_SOURCE,  /* a line of a file of source */
    VALUE_NUMERAL, /* a number as text, in as few digits as identify it */
};

struct value {
    enum value_type type;
    unsigned decimals;
    union {
        struct {
            const char *text;
            /* length in bytes of a VALUE_TEXT that may contain NULs; 0: the text ends at the first NUL */
            size_t n;
        };
        uint64_t count; /* and VALUE_HEX, VALUE_TIME */
        int64_t number;
        double share; /* VALUE_PERCENT, VALUE_DECIMAL */
        bool yes;
        struct {
            const char *name; /* NULL: there is none */
            uint64_t address; /* shown if there is no name */
            bool nowhere;     /* there is no address either */
            uint64_t offset;  /* in bytes from where the symbol begins */
            bool is_data;     /* data: the offset is shown even if it is 0 */
            char level;       /* '.', 'k', 'g', 'u', 'H' as perf marks them */
        } symbol;
        struct {
            const char *comm; /* NULL: unknown */
            int32_t tid;
        } task;
        struct {
            const char *file; /* NULL: unknown */
            uint32_t line;    /* 0: the file alone */
        } source;
    };
};

static inline struct value value_unknown(void)
{
    return (struct value){ .type = VALUE_UNKNOWN };
}

static inline struct value value_none(void)
{
    return (struct value){ .type = VALUE_NONE };
}

/* NULL: VALUE_UNKNOWN. */
static inline struct value value_text(const char *s)
{
    return (struct value){ .type = s ? VALUE_TEXT : VALUE_UNKNOWN, .text = s };
}

/* NULL and the empty text: VALUE_UNKNOWN. */
static inline struct value value_text_unless_empty(const char *s)
{
    return value_text(s && *s ? s : NULL);
}

/* A text of n bytes, which may contain NULs. A further NUL has to follow them. */
static inline struct value value_bytes(const char *s, size_t n)
{
    return (struct value){ .type = VALUE_TEXT, .text = s, .n = n };
}

static inline struct value value_count(uint64_t n)
{
    return (struct value){ .type = VALUE_COUNT, .count = n };
}

static inline struct value value_signed(int64_t n)
{
    return (struct value){ .type = VALUE_SIGNED, .number = n };
}

static inline struct value value_hex(uint64_t n)
{
    return (struct value){ .type = VALUE_HEX, .count = n };
}

/* VALUE_UNKNOWN if `share` is not finite. */
static inline struct value value_percent(double share)
{
    return (struct value){ .type = isfinite(share) ? VALUE_PERCENT : VALUE_UNKNOWN, .share = share };
}

static inline struct value value_decimal(double n, unsigned decimals)
{
    return (struct value){ .type = isfinite(n) ? VALUE_DECIMAL : VALUE_UNKNOWN,
                           .share = n,
                           .decimals = decimals };
}

static inline struct value value_time(uint64_t ns)
{
    return (struct value){ .type = VALUE_TIME, .count = ns };
}

static inline struct value value_yes_no(bool yes)
{
    return (struct value){ .type = VALUE_YES_NO, .yes = yes };
}

static inline struct value value_task(int32_t tid, const char *comm)
{
    return (struct value){ .type = VALUE_TASK, .task = { .comm = comm, .tid = tid } };
}

static inline struct value value_source(const char *file, uint32_t line)
{
    return (struct value){ .type = file ? VALUE_SOURCE : VALUE_UNKNOWN, .source = { file, line } };
}

/* Receives, one by one, the members of an object whose structure only its reader knows. open() begins an object or
   array, close() ends it, put() passes a value. `name` is NULL for elements of an array. */
struct value_sink {
    void *arg;
    void (*open)(void *arg, const char *name, bool array);
    void (*close)(void *arg);
    void (*put)(void *arg, const char *name, struct value v);
    /* Passes the text that a line of text shows for the number that is put next. NULL: not wanted. */
    void (*say)(void *arg, const char *text);
};

#endif
