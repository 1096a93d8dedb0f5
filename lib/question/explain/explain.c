/* explain: explains why an address has its name, and where the symbols with a name are. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/commands.h"
#include "lib/question/explain/explain_show.h"
#include "lib/options/values.h"

/* Whether `s` is an address: hexadecimal, beginning with 0x or a digit, as no symbol does, or with 16
   digits. */
static bool is_address(const char *s)
{
    size_t n = strlen(s), hex = strspn(s, "0123456789abcdefABCDEF");
    return (s[0] >= '0' && s[0] <= '9') || (n == 16 && hex == n);
}

static bool read_address(const char *s, uint64_t *avma, struct err *e)
{
    const char *digits = s;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
        digits += 2;
    size_t n = strlen(digits);
    errno = 0;
    *avma = strtoull(digits, NULL, 16);
    return (n && strspn(digits, "0123456789abcdefABCDEF") == n && !errno) ||
           err_set(e, ERR_USAGE, 0, "'%.100s' is not an address: expected hex digits of up to 64 bits", s);
}

/* ---- OBJECT+0xADDR: an address in an object, as rows without a symbol show it, not an address in a process ---- */

static bool explain_is_called(const struct object *o, const char *name, size_t n)
{
    return (strlen(o->name) == n && !memcmp(o->name, name, n)) ||
           (strlen(o->path) == n && !memcmp(o->path, name, n));
}

/* The first map of such an object in a space that contains the address. */
static bool explain_find_in(struct explain *x, const struct space *s, const char *name, size_t n,
                            uint64_t addr)
{
    const struct map *m;
    struct when from, until;
    for (size_t i = 0; (m = space_nth_map(s, i)) != NULL; i++) {
        if (!explain_is_called(m->how->object, name, n))
            continue;
        uint64_t into = addr - resolver_place(x->session->resolver, m, m->start).addr;
        x->avma = m->start + into;
        if (into < m->how->len)
            break;
    }
    if (m && !x->time && space_find(s, x->avma, x->when, &from, &until) != m)
        x->when = m->from; /* it is gone, or covered, at the end */
    return m;
}

/* Whether `about` is OBJECT+0xADDR, and some address space maps the object at this address. If so, sets avma, pid
 * and, if needed, `when` from the first mapping that does. */
static bool read_offset(struct explain *x)
{
    const struct timeline *t = x->session->timeline;
    const char *plus = strrchr(x->about, '+');
    char *end;
    if (!plus || plus == x->about || strncmp(plus + 1, "0x", 2))
        return false;
    uint64_t addr = strtoull(plus + 1, &end, 16);
    size_t n = (size_t)(plus - x->about), nobjects;
    const struct object *const *objects = timeline_objects(t, &nobjects);
    for (size_t i = 0; !*end && i < nobjects; i++) {
        const struct space *s = timeline_kernel_space(t, objects[i]->machine);
        if (s && explain_is_called(objects[i], x->about, n) && explain_find_in(x, s, x->about, n, addr))
            return true;
    }
    for (size_t i = 0; !*end && i < timeline_count_spaces(t); i++) {
        struct space_view v = timeline_space_view(t, i);
        if ((x->pid < 0 || x->pid == v.pid) && explain_find_in(x, v.space, x->about, n, addr)) {
            x->pid = v.pid;
            return true;
        }
    }
    return false;
}

/* ---- the command ---- */

static int explain(const void *opts, struct outlet *out, struct outlet *err)
{
    struct explain turn = *(const struct explain *)opts, *const x = &turn;
    struct err e = { 0 };
    x->about = x->common.subject;
    if (!x->about) {
        outlet_add(err, "perfolio explain: name an address or a symbol\n");
        return 1;
    }
    bool address = is_address(x->about);
    x->when = WHEN_NEVER; /* with --time: after all records of that moment */
    if ((address && !read_address(x->about, &x->avma, &e)) ||
        (x->time && !value_seconds_read(x->time, x->time + strlen(x->time), &x->when.time) &&
         !err_set(&e, ERR_USAGE, 0, "--time: '%.100s' is not a time: expected seconds", x->time))) {
        outlet_fail(err, &e, "perfolio explain: ");
        return 1;
    }
    x->session = common_session(&x->common, SESSION_WALK, err);
    if (!x->session)
        return 1;
    x->session->sources.keep_losers = true;
    int status = 1;
    if (common_deepen(x->session, &x->common, SESSION_RESOLVE, err)) {
        if (address || read_offset(x))
            status = explain_address(x, out, err);
        else
            status = explain_symbol(x, out, err);
    }
    common_release_session(x->session, &x->common);
    return status;
}

#define OPTS struct explain
static const struct option_row rows[] = {
    OPT("pid", 0, NUMBER, pid, "PID", "only this process, and the kernel if the process has no mapping there",
        .most = INT32_MAX),
    OPT("time", 0, TEXT, time, "SECONDS", "the mappings at this time (default: the end of the recording)"),
    OPT_END
};

const struct command explain_command = COMMAND(
    "explain", "why an address has its name; where a symbol is mapped",
    "ADDR|OBJECT+ADDR|SYMBOL [options] [-i] FILE", rows, .size = sizeof(struct explain),
    .usual = &(const struct explain){ .pid = -1 }, .run = explain, .traits = COMMAND_EACH | COMMAND_SUBJECT);
