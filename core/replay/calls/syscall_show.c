/* Prints arguments whose text does not depend on other arguments. */
#include <inttypes.h>
#include <string.h>

#include "core/replay/calls/syscall_show.h"

size_t syscall_word_index(const char *words, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = words; at && (at = strstr(at, name)); at += n) {
        const bool begins = at == words || at[-1] == ' ', ends = at[n] == ' ' || !at[n];
        if (begins && ends)
            return (size_t)(at - words);
    }
    return SIZE_MAX;
}

/* Whether perf 6.1 has a name for a constant. */
static bool shape_says(const struct call_line *c, unsigned i, const char *name)
{
    const char *unsaid = c->kind->args[i].shape->unsaid;
    if (c->kinds->complete || !unsaid)
        return true;
    return strcmp(unsaid, "*") != 0 && syscall_word_index(unsaid, name) == SIZE_MAX;
}

const char *syscall_constant_name(const struct call_arg *a, uint32_t value)
{
    for (size_t i = 0; a->constants && i < a->constants->n; i++)
        if (a->constants->v[i].value == value)
            return a->constants->v[i].name;
    return NULL;
}

uint32_t syscall_constant_value(const struct call_arg *a, const char *name)
{
    for (size_t i = 0; a->constants && i < a->constants->n; i++)
        if (!strcmp(a->constants->v[i].name, name))
            return a->constants->v[i].value;
    return 0;
}

void syscall_add_constant(const struct call_line *c, unsigned i, uint32_t value, struct text *out)
{
    const char *name = syscall_constant_name(&c->kind->args[i], value);
    if (name)
        text_add(out, name);
    else
        text_printf(out, "0x%" PRIx32, value);
}

void syscall_show_long(struct call_line *c, unsigned i, struct text *out)
{
    text_printf(out, "%" PRId64, syscall_signed(c->kinds, c->v[i]));
}

void syscall_show_int(struct call_line *c, unsigned i, struct text *out)
{
    text_printf(out, "%" PRId32, (int32_t)(uint32_t)c->v[i]);
}

void syscall_add_hex(uint64_t v, struct text *out)
{
    if (v)
        text_printf(out, "0x%" PRIx64, v);
    else
        text_add(out, "0");
}

void syscall_show_hex(struct call_line *c, unsigned i, struct text *out)
{
    syscall_add_hex(c->v[i], out);
}

void syscall_show_pointer(struct call_line *c, unsigned i, struct text *out)
{
    if (c->v[i])
        syscall_show_hex(c, i, out);
    else
        text_add(out, "NULL");
}

/* perf 6.1 prints the low half of the address of a name. */
void syscall_show_file_name(struct call_line *c, unsigned i, struct text *out)
{
    syscall_add_hex(c->kinds->complete ? c->v[i] : (uint32_t)c->v[i], out);
}

enum { AT_FDCWD = -100 }; /* linux/fcntl.h */

void syscall_show_directory(struct call_line *c, unsigned i, struct text *out)
{
    if ((int32_t)(uint32_t)c->v[i] == AT_FDCWD)
        text_add(out, "CWD");
    else
        syscall_show_int(c, i, out);
}

void syscall_add_comm(const char *comm, struct text *out)
{
    text_add(out, " (");
    text_add_clean(out, comm);
    text_add(out, ")");
}

void syscall_show_task(struct call_line *c, unsigned i, struct text *out)
{
    const char *comm = NULL;
    syscall_show_int(c, i, out);
    if (c->kinds->task(c->kinds->arg, (int32_t)(uint32_t)c->v[i], c->when, &comm) && comm)
        syscall_add_comm(comm, out);
}

/* A permission mode, the largest sets of bits first (perf, trace/beauty/mode_t.c; linux/stat.h). */
void syscall_show_mode(struct call_line *c, unsigned i, struct text *out)
{
    static const struct {
        uint32_t bits;
        const char *name;
    } modes[] = {
        { 07777, "IALLUGO" }, { 0777, "IRWXUGO" },  { 0444, "IRUGO" },     { 0222, "IWUGO" },
        { 0111, "IXUGO" },    { 0170000, "IFMT" },  { 0140000, "IFSOCK" }, { 0120000, "IFLNK" },
        { 0100000, "IFREG" }, { 0060000, "IFBLK" }, { 0040000, "IFDIR" },  { 0020000, "IFCHR" },
        { 0010000, "IFIFO" }, { 04000, "ISUID" },   { 02000, "ISGID" },    { 01000, "ISVTX" },
        { 0700, "IRWXU" },    { 0400, "IRUSR" },    { 0200, "IWUSR" },     { 0100, "IXUSR" },
        { 0070, "IRWXG" },    { 0040, "IRGRP" },    { 0020, "IWGRP" },     { 0010, "IXGRP" },
        { 0007, "IRWXO" },    { 0004, "IROTH" },    { 0002, "IWOTH" },     { 0001, "IXOTH" },
    };
    uint32_t mode = (uint32_t)c->v[i];
    const char *between = "";
    for (size_t k = 0; k < COUNT(modes); k++)
        if ((mode & modes[k].bits) == modes[k].bits) {
            text_printf(out, "%s%s", between, modes[k].name);
            mode &= ~modes[k].bits;
            between = "|";
        }
    if (mode)
        text_printf(out, "%s0x%" PRIx32, between, mode);
}

void syscall_show_choice(struct call_line *c, unsigned i, struct text *out)
{
    const char *name = syscall_constant_name(&c->kind->args[i], (uint32_t)c->v[i]);
    if (name && shape_says(c, i, name))
        text_add(out, name);
    else
        syscall_show_int(c, i, out);
}

void syscall_show_choice_hex(struct call_line *c, unsigned i, struct text *out)
{
    const char *name = syscall_constant_name(&c->kind->args[i], (uint32_t)c->v[i]);
    if (name && shape_says(c, i, name))
        text_add(out, name);
    else
        text_printf(out, c->v[i] ? "0x%" PRIx32 : "0",
                    (uint32_t)c->v[i]); /* 0x0 where the high half is not 0 */
}

void syscall_add_flags(struct call_line *c, unsigned i, uint32_t flags, struct text *out)
{
    const struct constants *set = c->kind->args[i].constants;
    const char *between = "";
    for (size_t k = 0; set && k < set->n; k++) {
        uint32_t bits = set->v[k].value;
        if (!bits || (flags & bits) != bits)
            continue;
        flags &= ~bits;
        if (!shape_says(c, i, set->v[k].name))
            continue;
        text_printf(out, "%s%s", between, set->v[k].name);
        between = "|";
    }
    if (flags)
        text_printf(out, "%s0x%" PRIx32, between, flags);
}

void syscall_show_flags(struct call_line *c, unsigned i, struct text *out)
{
    syscall_add_flags(c, i, (uint32_t)c->v[i], out);
}

void syscall_show_flags_none(struct call_line *c, unsigned i, struct text *out)
{
    if ((uint32_t)c->v[i])
        syscall_show_flags(c, i, out);
    else
        text_add(out, "NONE");
}

/* One bit at a time, the lowest first. */
void syscall_show_bits(struct call_line *c, unsigned i, struct text *out)
{
    const char *between = "";
    for (uint64_t bit = 1, left = c->v[i]; left; bit <<= 1) {
        if (!(left & bit))
            continue;
        left &= ~bit;
        text_add(out, between);
        if (bit <= UINT32_MAX)
            syscall_add_constant(c, i, (uint32_t)bit, out);
        else
            text_printf(out, "0x%" PRIx64, bit);
        between = "|";
    }
    if (!c->v[i])
        text_add(out, "0");
}

/* R_OK 4, W_OK 2, X_OK 1 (access(2)), without bars between. */
void syscall_show_access(struct call_line *c, unsigned i, struct text *out)
{
    uint32_t mode = (uint32_t)c->v[i];
    if (!mode)
        text_add(out, "F");
    if (mode & 4)
        text_add(out, "R");
    if (mode & 2)
        text_add(out, "W");
    if (mode & 1)
        text_add(out, "X");
    if (mode & ~7u)
        text_printf(out, "|0x%" PRIx32, mode & ~7u);
}
