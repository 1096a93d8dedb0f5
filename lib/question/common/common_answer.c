#include "lib/question/common/common_answer.h"

#include "formats/perf/features/feature.h"
#include "lib/question/common/turn.h"

static void common_answer_begin(struct rows *r, const struct common_opts *o, enum rows_format json,
                                const char *separator, const char *command, struct outlet *out)
{
    enum rows_format format = ROWS_TEXT;
    if (o->json)
        format = json;
    else if (o->csv)
        format = ROWS_CSV;
    rows_begin(r, format, separator, turn_several(o), command, out);
}

void answer_begin_rows(struct rows *r, const struct common_opts *o, const char *separator,
                       const char *command, struct outlet *out)
{
    common_answer_begin(r, o, ROWS_JSON, separator, command, out);
}

void answer_begin_lines(struct rows *r, const struct common_opts *o, const char *command, struct outlet *out)
{
    common_answer_begin(r, o, ROWS_JSON_LINES, NULL, command, out);
}

void answer_rows_end(struct rows *r, const struct session *s, const struct problems *more, uint64_t samples,
                     struct outlet *err)
{
    struct problems all;
    session_problems_all(s, more, &all);
    rows_end(r, &all);
    if (!rows_includes_problems(r))
        common_problems_show(s, more, samples, err);
}

/* A fact, and its line in text. A fact whose value is an empty text has no line. */
struct said {
    const char *name;
    struct value v;
    const char *line, *text; /* text: shown instead of the value; NULL: the value is shown */
    bool unsaid;             /* text does not show it */
};

static void common_answer_say(struct rows *r, const struct said *v, size_t n, bool said)
{
    for (size_t i = 0; i < n; i++) {
        const bool is_empty = v[i].v.type == VALUE_TEXT && !*v[i].v.text;
        const char *line = NULL;
        if (said && !is_empty && !v[i].unsaid)
            line = v[i].line;
        rows_add_fact_with_text(r, v[i].name, v[i].v, v[i].text, line);
    }
}

static const char *container_kind(const struct capture *c)
{
    if (c->is_directory)
        return "directory";
    if (c->is_pipe)
        return "pipe";
    return "file";
}

void answer_add_container(struct rows *r, const struct capture *c, bool said)
{
    const char *order = c->order == ORDER_BIG ? "big" : "little";
    const char *stream = c->is_pipe ? "pipe stream" : NULL;
    const struct said facts[] = {
        { "kind", value_text(container_kind(c)), "container    %s", stream, false },
        { "byte_order", value_text(order), ", %s-endian", NULL, false },
        { "compressed", value_yes_no(c->is_compressed), ", compressed", NULL, !c->is_compressed },
        { "record_bytes", value_count(capture_bytes(c)), ", %s bytes of records", NULL, false },
        { "missing_bytes", value_count(c->data_cut), ", cut off: %s more are missing", NULL, !c->data_cut },
    };
    rows_object(r, "container");
    common_answer_say(r, facts, COUNT(facts), said);
    rows_close(r);
    if (said)
        rows_print(r, "\n");
}

static struct value known_count(uint64_t n)
{
    if (n)
        return value_count(n);
    return value_unknown();
}

static void add_command(struct rows *r, const struct env *env, bool said)
{
    const bool has_line = said && env->ncmdline;
    if (has_line)
        rows_print(r, "command     ");
    rows_list(r, "command");
    for (size_t i = 0; i < env->ncmdline; i++)
        rows_say_if(r, NULL, value_text(env->cmdline[i]), said, " %s");
    rows_close(r);
    if (has_line)
        rows_print(r, "\n");
}

/* Adds all other facts that the recorder stored, with the recorder's names. */
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
        rows_add_fact_with_text(r, env->facts[i].key, value_text(env->facts[i].value), t.s,
                                said ? "recorder     %s\n" : NULL);
        text_free(&t);
    }
    rows_close(r);
}

void answer_add_machine(struct rows *r, const struct env *env, bool said)
{
    struct text memory = { 0 };
    const bool counted = env->cpus_available;
    text_decimal(&memory, env->total_mem_kb / 1024, 0);
    const struct said facts[] = {
        { "host", value_text(env->hostname), "host         %s\n", NULL, false },
        { "arch", value_text(env->arch_name), "arch         %s\n", NULL, false },
        { "kernel", value_text(env->release), "kernel       %s\n", NULL, false },
        { "perf", value_text(env->version), "perf         %s\n", NULL, false },
        { "cpu", value_text(env->cpudesc), "cpu          %s\n", NULL, false },
        { "cpuid", value_text(env->cpuid), "cpu          %s\n", NULL, env->cpudesc != NULL },
        { "cpus_online", known_count(env->cpus_online), "cpus         %s online of ",
          env->cpus_online ? NULL : "0", !counted },
        { "cpus", known_count(env->cpus_available), "%s, ", NULL, false },
        { "memory_kib", known_count(env->total_mem_kb), "%s MiB of memory\n", memory.s, !counted },
    };
    rows_object(r, "machine");
    common_answer_say(r, facts, COUNT(facts), said);
    add_command(r, env, said);
    add_recorder(r, env, said);
    rows_close(r);
    text_free(&memory);
}

struct common_answer_header {
    struct rows *r;
    bool begun;
};

static void say_header(void *arg, const char *line)
{
    struct common_answer_header *h = arg;
    if (line)
        rows_add_fact_with_text(h->r, NULL, value_text(line), line, "# %s\n");
    else
        rows_print(h->r, "# ========\n");
    if (!line && h->begun)
        rows_print(h->r, "#\n");
    h->begun = true;
}

void answer_header(struct rows *r, const struct session *s, bool full)
{
    struct common_answer_header header = { .r = r };
    answer_add_container(r, s->capture, false);
    answer_add_machine(r, &s->capture->env, false);
    rows_list(r, "header");
    features_show(s->capture, full, say_header, &header);
    rows_close(r);
}
