#include "cli/explain/show.h"

#include <inttypes.h>

#include "cli/provenance/lookup_trace.h"
#include "cli/session/answer.h"

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
