/* Prints arguments that decide which other arguments have a meaning, or how the result is printed. */
#include <inttypes.h>
#include <string.h>

#include "core/replay/calls/syscall_show.h"

static void mask(struct call_line *c, unsigned i)
{
    c->masked |= 1u << i;
}

/* The flags of an open file, access mode first (perf, trace/beauty/open_flags.c). */
static void add_open_flags(struct call_line *c, unsigned i, struct text *out)
{
    enum { ACCESS_MODE = 3 }; /* O_ACCMODE, and O_RDONLY is 0, on every architecture */
    uint32_t flags = (uint32_t)c->v[i];
    struct text rest = { 0 };
    if (!(flags & ACCESS_MODE))
        text_add(out, flags ? "RDONLY|" : "RDONLY");
    syscall_add_flags(c, i, flags, &rest);
    if (rest.n)
        text_add(out, rest.s);
    text_free(&rest);
}

void syscall_show_open(struct call_line *c, unsigned i, struct text *out)
{
    uint32_t creates =
        syscall_constant_value(&c->kind->args[i], "CREAT"); /* 0: unknown, so a mode may follow */
    if (creates && !(c->v[i] & creates))
        mask(c, i + 1);
    add_open_flags(c, i, out);
}

void syscall_show_map_protection(struct call_line *c, unsigned i, struct text *out)
{
    if (c->v[i])
        syscall_show_bits(c, i, out);
    else
        text_add(out, "NONE");
}

void syscall_show_map_flags(struct call_line *c, unsigned i, struct text *out)
{
    if (c->v[i] & syscall_constant_value(&c->kind->args[i], "ANONYMOUS")) {
        mask(c, i + 1); /* the file descriptor has no meaning */
        mask(c, i + 2); /* nor has the offset in the file */
    }
    syscall_show_bits(c, i, out);
}

void syscall_show_remap_flags(struct call_line *c, unsigned i, struct text *out)
{
    enum { FIXED = 2 }; /* MREMAP_FIXED (linux/mman.h) */
    if (!(c->v[i] & FIXED))
        mask(c, 5);
    syscall_show_bits(c, i, out);
}

void syscall_show_clone(struct call_line *c, unsigned i, struct text *out)
{
    static const struct {
        uint32_t flags; /* linux/sched.h */
        /* the parameter has a meaning only if one of these flags is set */
        const char *parameter;
    } rows[] = { { 0x00100000, "parent_tidptr" }, /* PARENT_SETTID */
                 { 0x01200000, "child_tidptr" },  /* CHILD_SETTID, CHILD_CLEARTID */
                 { 0x00080000, "tls" } };         /* SETTLS */
    if (strcmp(c->kind->args[i].name, "clone_flags") != 0) {
        syscall_show_hex(c, i, out);
        return;
    }
    for (unsigned k = 0; k < c->kind->nargs; k++)
        for (size_t r = 0; r < COUNT(rows); r++)
            if (!strcmp(c->kind->args[k].name, rows[r].parameter) && !(c->v[i] & rows[r].flags))
                mask(c, k);
    syscall_show_flags(c, i, out);
}

/* Mark the arguments that a command of futex(2) ignores, one bit each (perf, trace/beauty/futex_op.c). */
void syscall_show_futex_op(struct call_line *c, unsigned i, struct text *out)
{
    enum { TIMEOUT = 1 << 3, UADDR2 = 1 << 4, VAL3 = 1 << 5, PRIVATE = 128, REALTIME = 256 };
    static const unsigned ignored[] = {
        [0] = VAL3 | UADDR2,
        [1] = VAL3 | UADDR2 | TIMEOUT,
        [2] = VAL3 | UADDR2 | TIMEOUT,
        [3] = VAL3 | TIMEOUT,
        [4] = TIMEOUT,
        [6] = VAL3 | UADDR2 | TIMEOUT,
        [7] = VAL3 | UADDR2 | TIMEOUT,
        [8] = VAL3 | UADDR2,
        [9] = UADDR2,
        [10] = UADDR2,
        [12] = TIMEOUT,
    };
    uint32_t op = (uint32_t)c->v[i], command = op & ~(uint32_t)(PRIVATE | REALTIME);
    if (command < COUNT(ignored))
        c->masked |= ignored[command];
    syscall_add_constant(c, i, command, out);
    if (op & PRIVATE)
        text_add(out, "|PRIVATE_FLAG");
    if (op & REALTIME)
        text_add(out, "|CLOCK_REALTIME");
}

void syscall_show_futex_val3(struct call_line *c, unsigned i, struct text *out)
{
    if ((uint32_t)c->v[i] == UINT32_MAX)
        text_add(out, "MATCH_ANY");
    else
        text_printf(out, "0x%" PRIx32 "d", (uint32_t)c->v[i]); /* perf prints this d, too */
}

/* The flags of a descriptor. perf 6.1 swaps the names of 0 and FD_CLOEXEC. */
static void show_descriptor_flags(struct call_line *c, unsigned i, struct text *out)
{
    const bool is_set = c->v[i] != 0, closes = is_set == c->kinds->complete;
    text_add(out, closes ? "CLOEXEC" : "0");
}

/* F_RDLCK, F_WRLCK or F_UNLCK. */
static void show_lease(struct call_line *c, unsigned i, struct text *out)
{
    const char *name;
    uint32_t value;
    size_t k = 0;
    while ((name = uapi_constant(c->kinds->arch, "LEASE_", k++, &value)) != NULL && value != c->v[i])
        ;
    if (name)
        text_add(out, name);
    else
        text_printf(out, "%" PRIx64, c->v[i]);
}

/* Rows by command of fcntl(2). takes: prints its argument; NULL: the command has none. returns: prints its
   result; NULL: the result is printed as for all calls. */
static const struct fcntl_row {
    const char *commands;
    syscall_show_fn *takes, *returns;
} fcntl_rows[] = {
    { "GETFL", NULL, syscall_show_open },
    { "GETFD", NULL, show_descriptor_flags },
    { "GETOWN", NULL, syscall_show_task },
    { "GETLEASE", NULL, show_lease },
    { "GET_SEALS GETSIG", NULL, NULL },
    { "DUPFD", syscall_show_int, syscall_show_int },
    { "DUPFD_CLOEXEC", syscall_show_long, syscall_show_int },
    { "SETFD", show_descriptor_flags, NULL },
    { "SETFL", add_open_flags, NULL },
    { "SETOWN", syscall_show_task, NULL },
    { "SETLEASE", show_lease, NULL },
    { "SETLK SETLKW GETLK OFD_SETLK OFD_SETLKW OFD_GETLK GETOWN_EX SETOWN_EX GET_RW_HINT SET_RW_HINT "
      "GET_FILE_RW_HINT SET_FILE_RW_HINT",
      syscall_show_hex, NULL },
};

static const struct fcntl_row *fcntl_row(const struct call_line *c, unsigned i)
{
    const char *name = syscall_constant_name(&c->kind->args[i], (uint32_t)c->v[i]);
    for (size_t k = 0; name && k < COUNT(fcntl_rows); k++)
        if (syscall_word_index(fcntl_rows[k].commands, name) != SIZE_MAX)
            return &fcntl_rows[k];
    return NULL;
}

void syscall_show_fcntl_command(struct call_line *c, unsigned i, struct text *out)
{
    const struct fcntl_row *row = fcntl_row(c, i);
    if (row && !row->takes)
        mask(c, i + 1);
    c->returns = NULL;
    if (row)
        c->returns = row->returns;
    syscall_show_choice(c, i, out);
}

void syscall_show_fcntl_argument(struct call_line *c, unsigned i, struct text *out)
{
    const struct fcntl_row *row = NULL;
    if (i)
        row = fcntl_row(c, i - 1);
    if (row && row->takes)
        row->takes(c, i, out);
    else
        syscall_show_long(c, i, out);
}

void syscall_show_prctl_option(struct call_line *c, unsigned i, struct text *out)
{
    enum { ARG2 = 1 << 1, REST = 0x3c, ARG4_ON = 0x38 };
    static const struct {
        const char *options;
        unsigned ignored;
    } rows[] = {
        { "GET_DUMPABLE GET_CHILD_SUBREAPER GET_SECUREBITS GET_PDEATHSIG", ARG2 | REST },
        { "SET_DUMPABLE SET_NAME SET_CHILD_SUBREAPER SET_SECUREBITS SET_PDEATHSIG", REST },
        { "SET_MM", ARG4_ON },
    };
    const char *name = syscall_constant_name(&c->kind->args[i], (uint32_t)c->v[i]);
    for (size_t k = 0; name && k < COUNT(rows); k++)
        if (syscall_word_index(rows[k].options, name) != SIZE_MAX)
            c->masked |= rows[k].ignored;
    syscall_show_choice(c, i, out);
}

static bool is_option(const struct call_line *c, const char *name)
{
    return c->v[0] && (uint32_t)c->v[0] == syscall_constant_value(&c->kind->args[0], name);
}

void syscall_show_prctl_arg2(struct call_line *c, unsigned i, struct text *out)
{
    if (is_option(c, "SET_MM"))
        syscall_show_choice(c, i, out);
    else if (is_option(c, "SET_NAME"))
        syscall_show_hex(c, i, out);
    else
        syscall_show_long(c, i, out);
}

void syscall_show_prctl_arg3(struct call_line *c, unsigned i, struct text *out)
{
    if (is_option(c, "SET_MM"))
        syscall_show_hex(c, i, out);
    else
        syscall_show_long(c, i, out);
}

void syscall_show_socket_type(struct call_line *c, unsigned i, struct text *out)
{
    enum { TYPE = 0xf }; /* SOCK_TYPE_MASK (linux/net.h) */
    uint32_t type = (uint32_t)c->v[i] & TYPE, flags = (uint32_t)c->v[i] & ~(uint32_t)TYPE;
    const char *name = syscall_constant_name(&c->kind->args[i], type);
    if (name)
        text_add(out, name);
    else
        syscall_add_hex(type, out);
    if (flags)
        text_add(out, "|");
    syscall_add_flags(c, i, flags, out);
}

/* The number of a protocol has a name only for AF_INET and AF_INET6 (linux/socket.h). */
void syscall_show_protocol(struct call_line *c, unsigned i, struct text *out)
{
    enum { INTERNET = 2, INTERNET6 = 10 };
    if (c->v[0] == INTERNET || c->v[0] == INTERNET6)
        syscall_show_choice(c, i, out);
    else
        syscall_show_int(c, i, out);
}

void syscall_show_advice(struct call_line *c, unsigned i, struct text *out)
{
    uint32_t advice = (uint32_t)c->v[i];
    if (syscall_constant_name(&c->kind->args[i], advice))
        text_add(out, "MADV_");
    syscall_add_constant(c, i, advice, out);
}

void syscall_show_policy(struct call_line *c, unsigned i, struct text *out)
{
    enum { POLICY = 0xff, RESET_ON_FORK = 0x40000000 }; /* linux/sched.h */
    uint32_t policy = (uint32_t)c->v[i] & POLICY, flags = (uint32_t)c->v[i] & ~(uint32_t)POLICY;
    syscall_add_constant(c, i, policy, out);
    if (flags & RESET_ON_FORK)
        text_add(out, "|RESET_ON_FORK");
    if (flags & ~(uint32_t)RESET_ON_FORK)
        text_printf(out, "|0x%" PRIx32, flags & ~(uint32_t)RESET_ON_FORK);
}

/* The parts of an ioctl number (asm-generic/ioctl.h). */
enum { IOCTL_WRITE = 1, IOCTL_READ = 2 };

struct ioctl {
    uint8_t number, type;
    unsigned size, direction;
};

/* Append an ioctl command that has no name, although perf has names for other commands of its type. */
static void add_ioctl_of_named_type(const struct ioctl *k, struct text *out)
{
    text_printf(out, "(0x%x, 0x%x, ", k->type == '$' ? 0xAE : k->type, k->number);
    syscall_add_hex(k->direction, out);
    text_add(out, ")");
}

static void add_ioctl_macro(const struct ioctl *k, struct text *out)
{
    const char *reads = "", *between = "", *writes = "";
    if (k->direction & IOCTL_READ)
        reads = "READ";
    else if (!k->direction)
        reads = "NONE";
    if (k->direction & IOCTL_WRITE)
        writes = "WRITE";
    if (k->direction == (IOCTL_READ | IOCTL_WRITE))
        between = "|";
    text_printf(out, "(%s%s%s, 0x%x, 0x%x, 0x%x)", reads, between, writes, k->type, k->number, k->size);
}

void syscall_show_ioctl(struct call_line *c, unsigned i, struct text *out)
{
    static const char named[] = "$ATUd\xAE\xAF"; /* types for which perf has names */
    const uint32_t command = (uint32_t)c->v[i];
    const struct ioctl k = { (uint8_t)command, (uint8_t)(command >> 8), command >> 16 & 0x3fff,
                             command >> 30 };
    const struct arch *a = c->kinds->arch;
    const bool has_names = a && a->generic_ioctls && (c->kinds->complete || a->perf_names_ioctls);
    if (!has_names) {
        syscall_show_long(c, i, out);
        return;
    }
    const char *name = uapi_ioctl(k.type, k.number, k.direction & IOCTL_READ);
    if (name)
        text_add(out, name);
    else if (k.type && strchr(named, k.type))
        add_ioctl_of_named_type(&k, out);
    else
        add_ioctl_macro(&k, out);
}

void syscall_show_kcmp_type(struct call_line *c, unsigned i, struct text *out)
{
    if (c->v[i]) { /* only KCMP_FILE uses the indices */
        mask(c, i + 1);
        mask(c, i + 2);
    }
    syscall_show_choice(c, i, out);
}

/* Hide the magic number 0xC0ED in the upper half. Old kernels required it, and later ones ignore it
   (linux/fs/namespace.c, path_mount()). */
void syscall_show_mount_flags(struct call_line *c, unsigned i, struct text *out)
{
    if ((c->v[i] & 0xffff0000) == 0xc0ed0000)
        c->v[i] &= ~UINT64_C(0xffff0000);
    syscall_show_bits(c, i, out);
}
