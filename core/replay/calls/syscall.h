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
    const char *unsaid; /* words: constants for which perf 6.1 has no name; "*": all constants of the set */
    bool zero;          /* shown even if it is 0 */
};

/* A constant, with its value on the recorded architecture. */
struct constant {
    uint32_t value;
    const char *name;
};

struct constants {
    const struct shape *of; /* the shape whose `order` they are in */
    struct constant *v;
    size_t n;
};

/* The system call of a number. */
struct call_kind {
    uint32_t number;
    const char *name;
    bool known;   /* the architecture has it, or the capture names it */
    bool listed;  /* perf 6.1 shows the call: the kernel describes its arguments under this name */
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

/* The system calls of a capture, and the data that all of them need. */
struct call_kinds {
    const struct arch *arch; /* NULL: unknown, calls have no names */
    unsigned bits;           /* of a long */
    bool complete;           /* also show calls and arguments that perf 6.1 leaves out */
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
    /* bit i: argument i has no meaning in this call; set while earlier arguments are shown */
    unsigned masked;
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

/* The kind of a system call's number. `name`: the name that the capture has for the call; NULL: none. The
   result lives as long as `k`. */
const struct call_kind *syscall_kind_look_up(struct call_kinds *k, uint32_t number, const char *name);

/* syscall_kind_look_up(), faster if the number is among the last ones. */
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
