#include "lib/question/common/answer.h"

#include <string.h>

#include "formats/perf/features/feature.h"

static void begin(struct rows *r, const struct common_opts *o, enum rows_format json, const char *separator,
                  const char *command, struct outlet *out)
{
    rows_begin(r, o->json ? json : o->csv ? ROWS_CSV : ROWS_TEXT, separator, o->several, command, out);
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
    bool shows = !rows_is(r, ROWS_JSON);
    rows_end(r, &all);
    if (shows)
        common_problems_show(s, more, samples, err);
}

void answer_container(struct rows *r, const struct capture *c)
{
    rows_object(r, "container");
    rows_fact(r, "kind", value_text(c->is_directory ? "directory" : c->is_pipe ? "pipe" : "file"));
    rows_fact(r, "byte_order", value_text(c->order == ORDER_BIG ? "big" : "little"));
    rows_fact(r, "compressed", value_yes_no(c->is_compressed));
    rows_fact(r, "record_bytes", value_count(capture_bytes(c)));
    rows_fact(r, "missing_bytes", value_count(c->data_cut));
    rows_close(r);
}

static struct value known_count(uint64_t n)
{
    return n ? value_count(n) : value_unknown();
}

void answer_machine(struct rows *r, const struct env *env)
{
    rows_object(r, "machine");
    rows_fact(r, "host", value_text(env->hostname));
    rows_fact(r, "arch", value_text(env->arch_name));
    rows_fact(r, "kernel", value_text(env->release));
    rows_fact(r, "perf", value_text(env->version));
    rows_fact(r, "cpu", value_text(env->cpudesc));
    rows_fact(r, "cpuid", value_text(env->cpuid));
    rows_fact(r, "cpus_online", known_count(env->cpus_online));
    rows_fact(r, "cpus", known_count(env->cpus_available));
    rows_fact(r, "memory_kib", known_count(env->total_mem_kb));
    rows_list(r, "command");
    for (size_t i = 0; i < env->ncmdline; i++)
        rows_fact(r, NULL, value_text(env->cmdline[i]));
    rows_close(r);
    if (env->nfacts) {
        rows_object(r, "recorder");
        for (size_t i = 0; i < env->nfacts; i++)
            rows_fact(r, env->facts[i].key, value_text(env->facts[i].value));
        rows_close(r);
    }
    rows_close(r);
}

void answer_header(struct rows *r, const struct session *s, bool full)
{
    struct text text = { 0 };
    features_show(s->capture, full, &text);
    rows_print(r, "%s", text_str(&text));
    answer_container(r, s->capture);
    answer_machine(r, &s->capture->env);
    rows_list(r, "header");
    char *line = text.s;
    for (char *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (!strncmp(line, "# ", 2) && line[2] != '=')
            rows_fact(r, NULL, value_text(line + 2));
    }
    rows_close(r);
    text_free(&text);
}
