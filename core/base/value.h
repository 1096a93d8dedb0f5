/*
 * value: a typed table cell. Code that fills tables makes values; code that prints tables formats them by
 * their type. So printed text is never parsed again. Texts are borrowed.
 */
#ifndef PERFOLIO_CORE_BASE_VALUE_H
#define PERFOLIO_CORE_BASE_VALUE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum value_type {
    VALUE_UNKNOWN, /* not recorded, or not known; in JSON null */
    VALUE_NONE,    /* rows of this kind do not have this cell; text and JSON leave it out */
    VALUE_TEXT,
    VALUE_COUNT,   /* a count, or a period */
    VALUE_SIGNED,  /* ids, which may be -1 */
    VALUE_HEX,     /* addresses, masks */
    VALUE_PERCENT, /* percent */
    VALUE_DECIMAL, /* with `decimals` digits after the point */
    VALUE_TIME,    /* ns, printed as seconds */
    VALUE_YES_NO,
    VALUE_SYMBOL,  /* a function or data object, or an address without a name */
    VALUE_TASK,    /* a thread */
    VALUE_SOURCE,  /* a line of a source file */
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
        uint64_t count; /* also for VALUE_HEX and VALUE_TIME */
        int64_t number;
        double share; /* VALUE_PERCENT, VALUE_DECIMAL */
        bool yes;
        struct {
            const char *name; /* NULL: no name */
            uint64_t address; /* printed if there is no name */
            bool nowhere;     /* there is no address either */
            uint64_t offset;  /* in bytes from the beginning of the symbol */
            bool is_data;     /* a data object: the offset is printed even if it is 0 */
            char level;       /* '.', 'k', 'g', 'u', 'H', perf's letters */
        } symbol;
        struct {
            const char *comm; /* NULL: unknown */
            int32_t tid;
        } task;
        struct {
            const char *file; /* NULL: unknown */
            uint32_t line;    /* 0: only the file is known */
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

/* For NULL: VALUE_UNKNOWN. */
static inline struct value value_text(const char *s)
{
    return (struct value){ .type = s ? VALUE_TEXT : VALUE_UNKNOWN, .text = s };
}

/* For NULL and the empty text: VALUE_UNKNOWN. */
static inline struct value value_text_unless_empty(const char *s)
{
    return value_text(s && *s ? s : NULL);
}

/* A text of n bytes, which may contain NULs. One more NUL must follow them. */
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

/* Receives, one by one, the members of an object whose structure is known only to its reader. open()
   begins an object or array, close() ends it, put() passes a value. `name` is NULL for elements of an
   array. */
struct value_sink {
    void *arg;
    void (*open)(void *arg, const char *name, bool array);
    void (*close)(void *arg);
    void (*put)(void *arg, const char *name, struct value v);
    /* Passes the text that a line of text shows for the next number. NULL: the sink does not need it. */
    void (*say)(void *arg, const char *text);
};

#endif
