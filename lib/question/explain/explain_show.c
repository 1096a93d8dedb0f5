#include "lib/question/explain/explain_show.h"

#include <inttypes.h>

#include "lib/question/provenance/lookup_trace.h"

void explain_name(const struct explain *x, const struct symbol *s, struct text *out)
{
    struct text name = { 0 };
    symtab_symbol_name(x->session->o.demangle, s, &name);
    text_add_clean(out, name.s);
    text_free(&name);
}

static const char *const bindings[] = {
    [SYMBOL_LOCAL] = "local", [SYMBOL_GLOBAL] = "global", [SYMBOL_WEAK] = "weak"
};

void explain_range(const struct symbol *s, struct text *out)
{
    const char *what = s->is_plt ? "a slot of the procedure linkage table" : bindings[s->binding];
    text_printf(out, "0x%" PRIx64 "-0x%" PRIx64 ", %s", s->start, s->end, what);
    if (s->is_object)
        text_add(out, ", data");
}

void explain_object(const struct object *o, struct rows *r)
{
    char hex[BUILD_ID_HEX];
    rows_object(r, "object");
    rows_say(r, "path", value_text(o->path), "  object    %s, ");
    rows_add_fact_with_text(r, "kind", value_text(lookup_objects[o->kind].key), lookup_objects[o->kind].words,
                            "%s, ");
    if (o->build_id.n)
        rows_say(r, "build_id", value_text(object_build_id_text(&o->build_id, hex)), "build-id %s\n");
    else if (o->doubted_id.n)
        rows_add_fact_with_text(r, "build_id", value_unknown(), object_build_id_text(&o->doubted_id, hex),
                                "recorded with an unreliable build-id, %s\n");
    else
        rows_add_fact_with_text(r, "build_id", value_unknown(), "", "recorded without a build-id\n");
    rows_close(r);
}

void explain_table(const struct explain *x, const struct object *o, struct rows *r)
{
    const struct resolved_from from = resolver_symbol_origin(x->session->resolver, o);
    const enum table_kind kind = resolver_table_kind(x->session->resolver, o);
    const size_t n = from.table ? from.table->n : 0;
    const char *symbols = NULL;
    if (from.table)
        symbols = n == 1 ? ", %s symbol" : ", %s symbols";
    struct value file = value_unknown();
    if (*from.origin)
        file = value_text(from.origin);
    rows_print(r, "  table     ");
    rows_object(r, "table");
    rows_say(r, "file", file, "%s: ");
    rows_add_fact_with_text(r, "kind", value_text(lookup_tables[kind].key), lookup_tables[kind].words, "%s");
    rows_say(r, "symbols", value_count(n), symbols);
    rows_close(r);
    rows_print(r, "\n");
}

void explain_symbol_members(const struct explain *x, const struct symbol *s, struct rows *r)
{
    struct text name = { 0 };
    symtab_symbol_name(x->session->o.demangle, s, &name);
    rows_fact(r, "symbol", value_text(text_str(&name)));
    rows_fact(r, "in_file", value_text(s->name));
    rows_fact(r, "start", value_hex(s->start));
    rows_fact(r, "end", value_hex(s->end));
    rows_fact(r, "binding", value_text(bindings[s->binding]));
    rows_fact(r, "plt", value_yes_no(s->is_plt));
    rows_fact(r, "data", value_yes_no(s->is_object));
    text_free(&name);
}

const struct rows_column explain_holder_columns[HOLDER_COLUMNS] = {
    ROWS_UNSEEN("pid", SIGNED), ROWS_UNSEEN("comm", TEXT), ROWS_UNSEEN("guest", SIGNED),
    ROWS_UNSEEN("since", TIME), ROWS_UNSEEN("path", TEXT),
};
const struct rows_table explain_holders = { .name = "holders",
                                            .columns = explain_holder_columns,
                                            .n = HOLDER_COLUMNS - 1 };

void explain_holder(const struct explain *x, const struct holder *h, int32_t machine, struct when when,
                    struct rows *r)
{
    struct when from, until;
    struct value pid = value_unknown(), comm = value_unknown(), guest = value_unknown();
    if (h->pid >= 0) {
        pid = value_signed(h->pid);
        comm = value_text(timeline_comm(x->session->timeline, h->pid, when, false, &from, &until));
    }
    if (machine >= 0)
        guest = value_signed(machine);
    ROWS_ROW(r, pid, comm, guest, value_time(h->map->from.time), value_text(h->map->how->object->path));
}
