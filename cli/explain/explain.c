/* explain: why an address has the name it has, and where the symbols of a name are. */
#include "cli/explain/explain.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/provenance/lookup_trace.h"
#include "cli/session/captures.h"
#include "cli/commands.h"
#include "cli/options/time_ranges.h"
#include "formats/elf/elf.h"

void explain_line(FILE *out, const char *name, struct text *value)
{
    fprintf(out, "  %-9s %s\n", name, value->n ? value->s : "");
    value->n = 0;
}

void explain_name(const struct explain *x, const struct symbol *s, struct text *out)
{
    struct text name = { 0 };
    symtab_symbol_name(x->session.demangle, s, &name);
    text_add_clean(out, name.s);
    text_free(&name);
}

static const char *const bindings[] = {
    [SYMBOL_LOCAL] = "local", [SYMBOL_GLOBAL] = "global", [SYMBOL_WEAK] = "weak"
};

void explain_range(const struct symbol *s, struct text *out)
{
    text_printf(out, "0x%" PRIx64 "-0x%" PRIx64 ", %s", s->start, s->end,
                s->is_plt ? "a slot of the procedure linkage table" : bindings[s->binding]);
    text_add(out, s->is_object ? ", data" : "");
}

void explain_object(const struct object *o, FILE *out)
{
    struct text t = { 0 };
    char id[BUILD_ID_HEX];
    text_add_clean(&t, o->path);
    text_printf(&t, ", %s, ", lookup_object_kind_words(o->kind));
    text_printf(&t, o->build_id.n ? "build-id %s" : "recorded without a build-id",
                object_build_id_text(&o->build_id, id));
    explain_line(out, "object", &t);
    text_free(&t);
}

void explain_table(const struct explain *x, const struct object *o, FILE *out)
{
    struct text t = { 0 };
    struct resolved_from from = resolver_resolved(x->session.resolver, o);
    text_add_clean(&t, from.origin);
    text_printf(&t, "%s%s", *from.origin ? ": " : "",
                lookup_table_kind_words(lookup_table_kind_of(&x->session, o)));
    if (from.table)
        text_printf(&t, ", %zu symbol%s", from.table->n, from.table->n == 1 ? "" : "s");
    explain_line(out, "table", &t);
    text_free(&t);
}

void explain_object_json(const struct explain *x, const struct object *o, struct json *j)
{
    struct resolved_from from = resolver_resolved(x->session.resolver, o);
    json_object_line(j, "object");
    json_text(j, "path", o->path);
    json_text(j, "kind", lookup_object_kind_key(o->kind));
    answer_build_id(j, &o->build_id);
    json_end(j);
    json_object_line(j, "table");
    json_text(j, "kind", lookup_table_kind_key(lookup_table_kind_of(&x->session, o)));
    json_text(j, "file", *from.origin ? from.origin : NULL);
    json_count(j, "symbols", from.table ? from.table->n : 0);
    json_end(j);
}

void explain_symbol_json(const struct explain *x, const struct symbol *s, struct json *j)
{
    struct text name = { 0 };
    symtab_symbol_name(x->session.demangle, s, &name);
    json_text(j, "symbol", text_str(&name));
    json_text(j, "in_file", s->name);
    json_hex(j, "start", s->start);
    json_hex(j, "end", s->end);
    json_text(j, "binding", bindings[s->binding]);
    json_bool(j, "plt", s->is_plt);
    json_bool(j, "data", s->is_object);
    text_free(&name);
}

/* An address is in hex and begins with 0x or a digit, as no symbol does, or has 16 digits. */
static bool is_address(const char *s)
{
    size_t n = strlen(s), hex = strspn(s, "0123456789abcdefABCDEF");
    return (s[0] >= '0' && s[0] <= '9') || (n == 16 && hex == n);
}

static bool read_address(const char *s, uint64_t *avma, struct err *e)
{
    const char *digits = s[0] == '0' && (s[1] == 'x' || s[1] == 'X') ? s + 2 : s;
    size_t n = strlen(digits);
    errno = 0;
    *avma = strtoull(digits, NULL, 16);
    return (n && strspn(digits, "0123456789abcdefABCDEF") == n && !errno) ||
           err_set(e, ERR_USAGE, 0, "'%.100s' is no address: hex digits of up to 64 bits were expected", s);
}

static int explain(void *opts, FILE *out, FILE *err)
{
    struct explain *x = opts;
    struct err e = { 0 };
    x->about = x->common.subject;
    if (!x->about) {
        fputs("perfolio explain: what? an address or a symbol was expected\n", err);
        return 1;
    }
    bool address = is_address(x->about);
    x->when = WHEN_NEVER; /* with --time: behind all records of that moment */
    if ((address && !read_address(x->about, &x->avma, &e)) ||
        (x->time && !time_ranges_seconds_read(x->time, x->time + strlen(x->time), &x->when.time) &&
         !err_set(&e, ERR_USAGE, 0, "--time: '%.100s' is no moment: seconds were expected", x->time))) {
        fprintf(err, "perfolio explain: %s\n", e.msg);
        return 1;
    }
    if (!session_open(&x->session, &x->common, SESSION_WALK, err))
        return 1;
    x->session.chain.keep_losers = true;
    int status = 1;
    if (session_deepen(&x->session, &x->common, SESSION_RESOLVE, err))
        status = (address || explain_offset(x) ? explain_address : explain_symbol)(x, out, err);
    session_close(&x->session);
    return status;
}

#define OPTS struct explain
static const struct option_row rows[] = {
    OPT("pid", 0, NUMBER, pid, "PID", "only this process, and the kernel where it has nothing",
        .most = INT32_MAX),
    OPT("time", 0, TEXT, time, "SECONDS", "what was mapped at this moment (the end of the recording)"),
    OPT_END
};

const struct command explain_command = COMMAND(
    "explain", "why an address has its name; where a symbol is mapped", "ADDR|SYMBOL [options] [-i] FILE",
    rows, .size = sizeof(struct explain), .usual = &(const struct explain){ .pid = -1 }, .run = explain,
    .traits = COMMAND_EACH | COMMAND_SUBJECT);
