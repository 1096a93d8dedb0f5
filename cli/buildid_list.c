/*
 * buildid-list: the rows of the header's build-id table, and with -H (or where there is no such table) only
 * the objects that samples lie in, those of the mappings included.
 */
#include "cli/commands.h"

#include <stdlib.h>
#include <string.h>

#include "cli/answer.h"
#include "core/base/file.h"
#include "core/base/mem.h"
#include "core/profile/count.h"

struct list {
    const struct session *s;
    const struct problems *problems; /* of reading the samples */
    FILE *out;
    struct json *json; /* NULL: text */
};

static void row(const struct list *l, const struct build_id *id, const char *path)
{
    if (l->json) {
        json_object_line(l->json, NULL);
        answer_build_id(l->json, id);
        json_text(l->json, "path", path);
        json_end(l->json);
        return;
    }
    char hex[41];
    struct text clean = { 0 };
    text_add_clean(&clean, path);
    fprintf(l->out, "%-40s %s\n", build_id_text(id, hex), clean.s ? clean.s : "");
    text_free(&clean);
}

static const struct object *object_of(const struct session *s, const struct env_build_id *b)
{
    size_t n;
    const struct object *const *objects = timeline_objects(s->timeline, &n);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(objects[i]->path, b->path) && build_id_equal(&objects[i]->build_id, &b->id))
            return objects[i];
    return NULL;
}

static void list_table(const struct list *l)
{
    const struct env *env = &l->s->capture->env;
    for (size_t i = 0; i < env->nbuild_ids; i++)
        row(l, &env->build_ids[i].id, env->build_ids[i].path);
}

static void list_hits(const struct list *l, const bool *hit)
{
    const struct env *env = &l->s->capture->env;
    size_t n;
    const struct object *const *objects = timeline_objects(l->s->timeline, &n);
    bool *listed = mem_new(n, sizeof(*listed));
    for (size_t i = 0; i < env->nbuild_ids; i++) { /* the table's order first, as in perf */
        const struct object *o = object_of(l->s, &env->build_ids[i]);
        if (o && hit[o->index] && !listed[o->index]) {
            row(l, &o->build_id, o->path);
            listed[o->index] = true;
        }
    }
    for (size_t i = 0; i < n; i++)
        if (hit[i] && !listed[i])
            row(l, &objects[i]->build_id, objects[i]->path);
    free(listed);
}

static void list_kernels(const struct list *l)
{
    size_t n;
    const struct object *const *objects = timeline_objects(l->s->timeline, &n);
    for (size_t i = 0; i < n; i++)
        if (objects[i]->kind == OBJECT_KERNEL && l->json) {
            row(l, &objects[i]->build_id, objects[i]->path);
        } else if (objects[i]->kind == OBJECT_KERNEL) {
            char hex[41];
            fprintf(l->out, "%s\n", build_id_text(&objects[i]->build_id, hex));
        }
}

static void show(struct list *l, const struct common_opts *o, bool kernel, const bool *hit, FILE *err)
{
    struct json json;
    if (o->json) {
        json = answer_begin(l->out, "buildid-list");
        json_array(&json, "objects");
        l->json = &json;
    }
    if (kernel)
        list_kernels(l);
    else if (hit)
        list_hits(l, hit);
    else
        list_table(l);
    if (o->json) {
        json_end(&json);
        answer_end(&json, l->s, l->problems);
    } else {
        problems_show(l->s, l->problems, 0, err);
    }
}

static int list(const struct common_opts *o, bool hits, bool kernel, FILE *out, FILE *err)
{
    struct session s;
    if (!session_open(&s, o, SESSION_HEADER, err))
        return 1;
    struct capture *c = s.capture;
    hits = hits || c->is_pipe || !c->env.nbuild_ids;
    if ((hits || kernel) && !session_deepen(&s, o, SESSION_WALK, err)) {
        session_close(&s);
        return 1;
    }
    struct profile profile = { 0 };
    struct err e = { 0 };
    size_t n;
    timeline_objects(s.timeline, &n);
    bool *hit = mem_new(n, sizeof(*hit));
    struct list l = { .s = &s, .problems = &profile.problems, .out = out };
    struct count_opts count = { .workers = file_workers(), .hit = hit };
    if (kernel || !hits || count_samples(c, s.timeline, NULL, &count, &profile, &e))
        show(&l, o, kernel, hits ? hit : NULL, err);
    else
        fprintf(err, "perfolio: %s: %s\n", o->input, e.msg);
    free(hit);
    profile_free(&profile);
    session_close(&s);
    return e.kind != ERR_NONE;
}

int cmd_buildid_list(int argc, const char **argv, FILE *out, FILE *err)
{
    int hits = 0, kernel = 0;
    struct common_opts o;
    const struct poptOption own[] = {
        { "with-hits", 'H', POPT_ARG_NONE, &hits, 0, "only objects that samples lie in", NULL },
        { "kernel", 'k', POPT_ARG_NONE, &kernel, 0, "only the build-id of the recorded kernel", NULL },
        POPT_TABLEEND
    };
    int status = options_read(argc, argv, own, "buildid-list", NULL, NULL, &o, out, err);
    if (status < 0)
        status = list(&o, hits, kernel, out, err);
    options_free(&o);
    return status;
}
