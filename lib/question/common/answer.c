#include "lib/question/common/answer.h"

#include "formats/perf/features/feature.h"
#include "lib/question/common/turn.h"

static void begin(struct rows *r, const struct common_opts *o, enum rows_format json, const char *separator,
                  const char *command, struct outlet *out)
{
    rows_begin(r, o->json ? json : o->csv ? ROWS_CSV : ROWS_TEXT, separator, turn_several(o), command, out);
}

void answer_rows(struct rows *r, const struct common_opts *o, const char *separator, const char *command,
                 struct outlet *out)
{
    begin(r, o, ROWS_JSON, separator, command, out);
}

void answer_lines(struct rows *r, const struct common_opts *o, const char *command, struct outlet *out)
{
    begin(r, o, ROWS_JSON_LINES, NULL, command, out);
}

void answer_rows_end(struct rows *r, const struct session *s, const struct problems *more, uint64_t samples,
                     struct outlet *err)
{
    struct problems all;
    session_problems_all(s, more, &all);
    rows_end(r, &all);
    if (!rows_has_problems(r))
        common_problems_show(s, more, samples, err);
}

/* Facts as lines of text, if they are `said`: none of what is empty. */
struct said {
    const char *name;
    struct value v;
    const char *line, *text; /* NULL: as the value is written */
};

static void say(struct rows *r, const struct said *v, size_t n, bool said)
{
    for (size_t i = 0; i < n; i++)
        rows_say_as(r, v[i].name, v[i].v, v[i].text,
                    said && (v[i].v.type != VALUE_TEXT || *v[i].v.text) ? v[i].line : NULL);
}

void answer_container(struct rows *r, const struct capture *c, bool said)
{
    const char *kind = c->is_directory ? "directory"
                       : c->is_pipe    ? "pipe"
                                       : "file",
               *order = c->order == ORDER_BIG ? "big" : "little";
    const struct said facts[] = {
        { "kind", value_text(kind), "container    %s", c->is_pipe ? "pipe stream" : NULL },
        { "byte_order", value_text(order), ", %s-endian", NULL },
        { "compressed", value_yes_no(c->is_compressed), c->is_compressed ? ", compressed" : NULL, NULL },
        { "record_bytes", value_count(capture_bytes(c)), ", %s bytes of records", NULL },
        { "missing_bytes", value_count(c->data_cut), c->data_cut ? ", cut off: %s more are missing" : NULL,
          NULL },
    };
    rows_object(r, "container");
    say(r, facts, COUNT(facts), said);
    rows_close(r);
    rows_print(r, said ? "\n" : "");
}

static struct value known_count(uint64_t n)
{
    if (n)
        return value_count(n);
    return value_unknown();
}

static void add_command(struct rows *r, const struct env *env, bool said)
{
    rows_print(r, said && env->ncmdline ? "command     " : "");
    rows_list(r, "command");
    for (size_t i = 0; i < env->ncmdline; i++)
        rows_say(r, NULL, value_text(env->cmdline[i]), said ? " %s" : NULL);
    rows_close(r);
    rows_print(r, said && env->ncmdline ? "\n" : "");
}

/* What else the recorder states, in its own words. */
static void add_recorder(struct rows *r, const struct env *env, bool said)
{
    if (!env->nfacts)
        return;
    rows_object(r, "recorder");
    for (size_t i = 0; i < env->nfacts; i++) {
        struct text t = { 0 };
        text_add_clean(&t, env->facts[i].key);
        text_add(&t, ": ");
        text_add_clean(&t, env->facts[i].value);
        rows_say_as(r, env->facts[i].key, value_text(env->facts[i].value), t.s,
                    said ? "recorder     %s\n" : NULL);
        text_free(&t);
    }
    rows_close(r);
}

void answer_machine(struct rows *r, const struct env *env, bool said)
{
    struct text memory = { 0 };
    const bool counted = env->cpus_available;
    text_decimal(&memory, env->total_mem_kb / 1024, 0);
    const struct said facts[] = {
        { "host", value_text(env->hostname), "host         %s\n", NULL },
        { "arch", value_text(env->arch_name), "arch         %s\n", NULL },
        { "kernel", value_text(env->release), "kernel       %s\n", NULL },
        { "perf", value_text(env->version), "perf         %s\n", NULL },
        { "cpu", value_text(env->cpudesc), "cpu          %s\n", NULL },
        { "cpuid", value_text(env->cpuid), env->cpudesc ? NULL : "cpu          %s\n", NULL },
        { "cpus_online", known_count(env->cpus_online), counted ? "cpus         %s online of " : NULL,
          env->cpus_online ? NULL : "0" },
        { "cpus", known_count(env->cpus_available), "%s, ", NULL },
        { "memory_kib", known_count(env->total_mem_kb), counted ? "%s MiB of memory\n" : NULL, memory.s },
    };
    rows_object(r, "machine");
    say(r, facts, COUNT(facts), said);
    add_command(r, env, said);
    add_recorder(r, env, said);
    rows_close(r);
    text_free(&memory);
}

struct header {
    struct rows *r;
    bool begun;
};

static void say_header(void *arg, const char *line)
{
    struct header *h = arg;
    if (line)
        rows_say_as(h->r, NULL, value_text(line), line, "# %s\n");
    else
        rows_print(h->r, h->begun ? "# ========\n#\n" : "# ========\n");
    h->begun = true;
}

void answer_header(struct rows *r, const struct session *s, bool full)
{
    struct header header = { .r = r };
    answer_container(r, s->capture, false);
    answer_machine(r, &s->capture->env, false);
    rows_list(r, "header");
    features_show(s->capture, full, say_header, &header);
    rows_close(r);
}
