#include "cli/session/answer.h"

#include <string.h>

#include "formats/perf/features/feature.h"

struct json answer_begin(FILE *out, const char *command)
{
    struct json j = { .out = out };
    json_object(&j, NULL);
    json_count(&j, "perfolio", JSON_SHAPE);
    json_text(&j, "command", command);
    return j;
}

static void begin(struct rows *r, const struct common_opts *o, enum rows_format json, const char *separator,
                  const char *command, FILE *out)
{
    rows_begin(r, o->json ? json : o->csv ? ROWS_CSV : ROWS_TEXT, separator, o->several, command, out);
}

void answer_rows(struct rows *r, const struct common_opts *o, const char *separator, const char *command,
                 FILE *out)
{
    begin(r, o, ROWS_JSON, separator, command, out);
}

void answer_lines(struct rows *r, const struct common_opts *o, const char *command, FILE *out)
{
    begin(r, o, ROWS_JSON_LINES, NULL, command, out);
}

void answer_rows_end(struct rows *r, const struct session *s, const struct problems *more, uint64_t samples,
                     FILE *err)
{
    struct problems all;
    session_problems_all(s, more, &all);
    bool shows = !rows_is(r, ROWS_JSON);
    rows_end(r, &all);
    if (shows)
        session_problems_show(s, more, samples, err);
}

void answer_problems(struct json *j, const struct session *s, const struct problems *more)
{
    struct problems all;
    session_problems_all(s, more, &all);
    json_problems(j, &all);
}

void answer_end(struct json *j, const struct session *s, const struct problems *more)
{
    answer_problems(j, s, more);
    json_end(j);
}

void answer_container(struct json *j, const struct capture *c)
{
    json_object(j, "container");
    json_text(j, "kind", c->is_directory ? "directory" : c->is_pipe ? "pipe" : "file");
    json_text(j, "byte_order", c->order == ORDER_BIG ? "big" : "little");
    json_bool(j, "compressed", c->is_compressed);
    json_count(j, "record_bytes", c->data_size + c->streams_size);
    json_end(j);
}

static struct value known_count(uint64_t n)
{
    return n ? value_count(n) : value_unknown();
}

void answer_machine(struct json *j, const struct env *env)
{
    json_object(j, "machine");
    json_text(j, "host", env->hostname);
    json_text(j, "arch", env->arch_name);
    json_text(j, "kernel", env->release);
    json_text(j, "perf", env->version);
    json_text(j, "cpu", env->cpudesc);
    json_text(j, "cpuid", env->cpuid);
    json_value(j, "cpus_online", known_count(env->cpus_online));
    json_value(j, "cpus", known_count(env->cpus_available));
    json_value(j, "memory_kib", known_count(env->total_mem_kb));
    json_array(j, "command");
    for (size_t i = 0; i < env->ncmdline; i++)
        json_text(j, NULL, env->cmdline[i]);
    json_end(j);
    if (env->nfacts) {
        json_object(j, "recorder");
        for (size_t i = 0; i < env->nfacts; i++)
            json_text(j, env->facts[i].key, env->facts[i].value);
        json_end(j);
    }
    json_end(j);
}

void answer_build_id(struct json *j, const struct build_id *id)
{
    char hex[BUILD_ID_HEX];
    json_text(j, "build_id", id->n ? object_build_id_text(id, hex) : NULL);
}

void answer_header(struct json *j, const struct session *s, bool full)
{
    struct text text = { 0 };
    answer_container(j, s->capture);
    answer_machine(j, &s->capture->env);
    features_show(s->capture, full, &text);
    json_array(j, "header");
    char *line = text.s;
    for (char *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (!strncmp(line, "# ", 2) && line[2] != '=')
            json_text(j, NULL, line + 2);
    }
    json_end(j);
    text_free(&text);
}
