/*
 * syscall: prints system calls and their arguments as perf trace 6.1 does, with the constants of the recorded
 * architecture. syscall_shapes.c says how each argument is printed; arch/tables has the names and types of
 * arguments.
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

/* Appends the i-th argument of a call. */
typedef void syscall_show_fn(struct call_line *c, unsigned i, struct text *out);

/* The way to show an argument. */
struct shape {
    syscall_show_fn *show;
    const char *set;    /* name of the set of constants in arch/tables; NULL: none */
    const char *order;  /* words: the flags that are printed first, in this order */
    const char *only;   /* words: the only constants of the set that this call uses; NULL: all */
    const char *unsaid; /* words: constants that perf 6.1 prints as numbers; "*": all constants of the set */
    bool zero;          /* print the argument even if it is 0 */
};

/* A constant, with its value on the recorded architecture. */
struct constant {
    uint32_t value;
    const char *name;
};

struct constants {
    const struct shape *of; /* the shape whose `order` sorts them */
    struct constant *v;
    size_t n;
};

/* The facts about the system call with one number. */
struct call_kind {
    uint32_t number;
    const char *name;
    bool known;   /* the number has a name, from the architecture or from the capture */
    bool listed;  /* perf 6.1 prints the call: the kernel describes its arguments under this name */
    bool ends;    /* it does not return: exit, exit_group */
    bool timeout; /* a result of 0 is printed as a timeout */
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

/* The system calls of one capture, and the data shared by all of them. */
struct call_kinds {
    const struct arch *arch; /* NULL: unknown; calls then have no names */
    unsigned bits;           /* width of a long on the recorded machine */
    bool complete;           /* also print calls and arguments that perf 6.1 leaves out */
    /* Sets *comm to the name of a thread at a moment; NULL: the thread has no name yet. False: the thread
       is unknown. */
    bool (*task)(void *arg, int32_t tid, struct when when, const char **comm);
    void *arg;
    struct call_kind **v;
    size_t n, cap;
    struct idmap by_number;                   /* by number: index + 1 into v */
    struct call_kind *recent[SYSCALL_RECENT]; /* cache of by_number, at number % SYSCALL_RECENT */
    struct constants **sets;
    size_t nsets, sets_cap;
    struct arena texts;
};

/* A call that is being printed. */
struct call_line {
    struct call_kinds *kinds;
    const struct call_kind *kind;
    struct when when;
    uint64_t v[SYSCALL_ARGS]; /* as wide as a long of the recorded machine, zero-extended */
    /* bit i: argument i has no meaning in this call; the functions that print earlier arguments set it */
    unsigned masked;
    syscall_show_fn *returns; /* prints the result; NULL: the members of `kind` decide */
};

/* System calls return -4095 to -1 for errors, and no other results there (linux/err.h, IS_ERR_VALUE). */
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

/* The kind of the system call with this number. `name`: its name in the capture; NULL: not recorded. Owned by `k`. */
const struct call_kind *syscall_kind_look_up(struct call_kinds *k, uint32_t number, const char *name);

/* Like syscall_kind_look_up(), but looks into the cache first. */
static inline const struct call_kind *syscall_kind(struct call_kinds *k, uint32_t number, const char *name)
{
    const struct call_kind *recent = k->recent[number % SYSCALL_RECENT];
    if (recent && recent->number == number)
        return recent;
    return syscall_kind_look_up(k, number, name);
}

/* Append the call up to its last argument: "openat(dfd: CWD, ...", without the closing parenthesis. */
void syscall_show(struct call_line *c, struct text *out);

/* Append one argument, or nothing if it is masked. */
void syscall_show_arg(struct call_line *c, unsigned i, struct text *out);

/* Append the result in the form that follows the equals sign. */
void syscall_show_result(struct call_line *c, int64_t result, struct text *out);

void syscall_kinds_free(struct call_kinds *k);

#endif
