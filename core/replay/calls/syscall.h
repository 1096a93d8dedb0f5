/*
 * syscall: what is known of system calls and of their arguments, and a call under way: shown as perf trace 6.1
 * shows it, with the names and values of the recorded architecture. Which argument is shown how is a table
 * (syscall_shapes.c); what an argument is called and what type it has are facts of arch/tables.
 */
#ifndef PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_H
#define PERFOLIO_CORE_REPLAY_CALLS_SYSCALL_H

#include "arch/arch.h"
#include "arch/syscalls.h"
#include "arch/uapi.h"
#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/base/text.h"
#include "core/model/record.h"

enum { SYSCALL_ARGS = 6 };

struct call_line;
struct call_kind;

/* Add the i-th argument of a call. */
typedef void syscall_show_fn(struct call_line *c, unsigned i, struct text *out);

/* How an argument is shown. */
struct shape {
    syscall_show_fn *show;
    const char *set;    /* of constants it chooses from; NULL: it needs none */
    const char *order;  /* words: flags that come before the others */
    const char *only;   /* words: those of the set that this call knows; NULL: all */
    const char *unsaid; /* words: names that perf 6.1 does not print; "*": none of them */
    bool zero;          /* shown although it is 0 */
};

/* A constant of a set, with the value of the recorded architecture. */
struct constant {
    uint32_t value;
    const char *name;
};

struct constants {
    const struct shape *of; /* in whose order they are */
    struct constant *v;
    size_t n;
};

/* What is known of the system calls of one number. */
struct call_kind {
    uint32_t number;
    const char *name;
    bool known;   /* the architecture has it, or the capture names it */
    bool listed;  /* perf 6.1 would show it: its kernel describes the arguments under that name */
    bool ends;    /* it does not return: exit, exit_group */
    bool timeout; /* 0 is called a timeout */
    bool hex;     /* it returns an address */
    bool is_task; /* it returns the id of a thread */
    unsigned nargs;
    struct call_arg {
        const char *type, *name;
        const struct shape *shape;
        const struct constants *constants; /* NULL: the shape has no set */
    } args[SYSCALL_ARGS];
};

enum { SYSCALL_RECENT = 256 };

/* What the kinds share. */
struct call_kinds {
    const struct arch *arch; /* NULL: unknown, and no call has a name */
    unsigned bits;           /* of a long */
    bool complete;           /* say what perf 6.1 leaves out, too */
    /* The name that a thread had at a moment: NULL, when it had none yet. False: nothing was known of it. */
    bool (*task)(void *arg, int32_t tid, struct when when, const char **comm);
    void *arg;
    struct call_kind **v;
    size_t n, cap;
    struct idmap by_number;                   /* the index + 1 into v */
    struct call_kind *recent[SYSCALL_RECENT]; /* by number: what was asked for last */
    struct constants **sets;
    size_t nsets, sets_cap;
    struct arena texts;
};

/* A call under way. */
struct call_line {
    struct call_kinds *kinds;
    const struct call_kind *kind;
    struct when when;
    uint64_t v[SYSCALL_ARGS]; /* as long as a long of the recorded machine, the rest 0 */
    unsigned masked;          /* arguments that mean nothing, as bits; grows while those before are shown */
    syscall_show_fn *returns; /* how v[i] = its result is shown; NULL: as the kind says */
};

/* Whether a result is an error: the kernel's highest addresses are none that a call could return
   (linux/err.h, IS_ERR_VALUE). */
enum { CALL_ERRORS = 4095 };
static inline bool syscall_failed(int64_t result)
{
    return result < 0 && result >= -CALL_ERRORS;
}

/* A value as a number with the sign that a long of the recorded machine gives it. */
static inline int64_t syscall_signed(const struct call_kinds *k, uint64_t v)
{
    if (k->bits == 32)
        return (int32_t)(uint32_t)v;
    return (int64_t)v;
}

/* The kind of a number; `name` is what the capture calls it, NULL when it does not. It lives as long as k. */
const struct call_kind *syscall_kind_look_up(struct call_kinds *k, uint32_t number, const char *name);

/* The same, and mostly it is one of the last. */
static inline const struct call_kind *syscall_kind(struct call_kinds *k, uint32_t number, const char *name)
{
    const struct call_kind *recent = k->recent[number % SYSCALL_RECENT];
    if (recent && recent->number == number)
        return recent;
    return syscall_kind_look_up(k, number, name);
}

/* "openat(dfd: CWD, ...", without the closing parenthesis. */
void syscall_show(struct call_line *c, struct text *out);

/* One argument alone, "" when it means nothing here. */
void syscall_show_arg(struct call_line *c, unsigned i, struct text *out);

/* What follows the equals sign. */
void syscall_show_result(struct call_line *c, int64_t result, struct text *out);

void syscall_kinds_free(struct call_kinds *k);

#endif
