/*
 * syscall: system calls and their arguments, shown as perf trace 6.1 shows them, with the names and values of the
 * recorded architecture. syscall_shapes.c says how each argument is shown; names and types of arguments are in
 * arch/tables.
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
    const char *set;    /* of constants; NULL: none */
    const char *order;  /* words: flags that come before the others */
    const char *only;   /* words: the constants of the set that this call knows; NULL: all */
    const char *unsaid; /* words: constants without a name in perf 6.1; "*": all */
    bool zero;          /* shown even if it is 0 */
};

/* A constant, with its value on the recorded architecture. */
struct constant {
    uint32_t value;
    const char *name;
};

struct constants {
    const struct shape *of; /* the shape that orders them */
    struct constant *v;
    size_t n;
};

/* The system call of a number. */
struct call_kind {
    uint32_t number;
    const char *name;
    bool known;   /* the architecture has it, or the capture names it */
    bool listed;  /* perf 6.1 shows it: its kernel describes the arguments under that name */
    bool ends;    /* it does not return: exit, exit_group */
    bool timeout; /* result 0 is shown as a timeout */
    bool hex;     /* its result is an address */
    bool is_task; /* its result is a thread id */
    unsigned nargs;
    struct call_arg {
        const char *type, *name;
        const struct shape *shape;
        const struct constants *constants; /* NULL: the shape has no set */
    } args[SYSCALL_ARGS];
};

enum { SYSCALL_RECENT = 256 };

/* The kinds of a capture, and what they share. */
struct call_kinds {
    const struct arch *arch; /* NULL: unknown, calls have no names */
    unsigned bits;           /* of a long */
    bool complete;           /* show what perf 6.1 leaves out, too */
    /* The name of a thread at a moment, NULL before it had one. False: the thread is unknown. */
    bool (*task)(void *arg, int32_t tid, struct when when, const char **comm);
    void *arg;
    struct call_kind **v;
    size_t n, cap;
    struct idmap by_number;                   /* index + 1 into v */
    struct call_kind *recent[SYSCALL_RECENT]; /* by number: last look-ups */
    struct constants **sets;
    size_t nsets, sets_cap;
    struct arena texts;
};

/* A call whose arguments are shown. */
struct call_line {
    struct call_kinds *kinds;
    const struct call_kind *kind;
    struct when when;
    uint64_t v[SYSCALL_ARGS]; /* as wide as a long of the recorded machine; the rest is 0 */
    unsigned masked;          /* bits of arguments without meaning, set while those before them are shown */
    syscall_show_fn *returns; /* how the result is shown; NULL: as the kind says */
};

/* Whether a result is an error number: no call returns one of the highest 4095 addresses (linux/err.h, IS_ERR_VALUE). */
enum { CALL_ERRORS = 4095 };
static inline bool syscall_failed(int64_t result)
{
    return result < 0 && result >= -CALL_ERRORS;
}

/* A value as a signed long of the recorded machine. */
static inline int64_t syscall_signed(const struct call_kinds *k, uint64_t v)
{
    if (k->bits == 32)
        return (int32_t)(uint32_t)v;
    return (int64_t)v;
}

/* The kind of a number. `name`: what the capture calls it; NULL: it does not. It lives as long as `k`. */
const struct call_kind *syscall_kind_look_up(struct call_kinds *k, uint32_t number, const char *name);

/* The same, faster for one of the last numbers. */
static inline const struct call_kind *syscall_kind(struct call_kinds *k, uint32_t number, const char *name)
{
    const struct call_kind *recent = k->recent[number % SYSCALL_RECENT];
    if (recent && recent->number == number)
        return recent;
    return syscall_kind_look_up(k, number, name);
}

/* Add "openat(dfd: CWD, ...", without the closing parenthesis. */
void syscall_show(struct call_line *c, struct text *out);

/* Add one argument; nothing if it is masked. */
void syscall_show_arg(struct call_line *c, unsigned i, struct text *out);

/* Add what follows the equals sign. */
void syscall_show_result(struct call_line *c, int64_t result, struct text *out);

void syscall_kinds_free(struct call_kinds *k);

#endif
