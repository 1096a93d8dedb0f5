/* buildid-list: lists the rows of the header's build-id table. With -H, or if there is no table, lists
   only the objects that contain samples, including objects whose build-id comes from a mapping. With -m
   lists the mappings of the kernel and its modules. */
#include "lib/question/commands.h"

#include <stdlib.h>
#include <string.h>

#include "lib/question/provenance/map_pieces.h"
#include "lib/question/common/common_answer.h"
#include "core/base/hash.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/profile/count/count.h"

struct list {
    const struct session *s;
    const struct problems *problems; /* problems of reading the samples */
    struct rows rows;
};

ROWS_TABLE(objects, "objects", { .name = "build_id", .header = "Build-id", .width = 40, .type = VALUE_TEXT },
           { .name = "path", .header = "Path", .type = VALUE_TEXT });
ROWS_TABLE(kernels, "objects", { .name = "build_id", .header = "", .type = VALUE_TEXT },
           ROWS_UNSEEN("path", TEXT));

static void buildid_list_row(struct list *l, const struct build_id *id, const char *path)
{
    char hex[BUILD_ID_HEX];
    ROWS_ROW(&l->rows, value_build_id(id, hex), value_text(path));
}

static void list_table(struct list *l)
{
    const struct env *env = &l->s->capture->env;
    for (size_t i = 0; i < env->nbuild_ids; i++)
        buildid_list_row(l, &env->build_ids[i].id, env->build_ids[i].path);
}

/* The objects that were listed, by path and build-id, since files that differ only by inode look the same
   here. */
struct listed {
    const struct object *const *objects;
    struct idmap map; /* hash -> index + 1 */
};

static bool is_new(struct listed *l, size_t i)
{
    const struct object *o = l->objects[i];
    uint32_t *at = idmap_find_or_add(&l->map, hash_bytes(o->path, strlen(o->path)) ^
                                                  hash_bytes(o->build_id.bytes, sizeof(o->build_id.bytes)));
    const struct object *other = *at ? l->objects[*at - 1] : NULL;
    if (other && !strcmp(other->path, o->path) && object_build_id_equal(&other->build_id, &o->build_id))
        return false;
    *at = (uint32_t)i + 1;
    return true;
}

static void list_hits(struct list *l, const bool *hit)
{
    const struct env *env = &l->s->capture->env;
    struct listed listed = { 0 };
    size_t n;
    listed.objects = timeline_objects(l->s->timeline, &n);
    for (size_t b = 0; b < env->nbuild_ids; b++) /* first in the order of the table, as in perf */
        for (size_t i = 0; i < n; i++) {
            const struct object *o = listed.objects[i];
            if (hit[i] && !strcmp(o->path, env->build_ids[b].path) &&
                object_build_id_equal(&o->build_id, &env->build_ids[b].id) && is_new(&listed, i))
                buildid_list_row(l, &o->build_id, o->path);
        }
    for (size_t i = 0; i < n; i++)
        if (hit[i] && is_new(&listed, i))
            buildid_list_row(l, &listed.objects[i]->build_id, listed.objects[i]->path);
    idmap_free(&listed.map);
}

/* Lists the kernels with a build-id; text shows only the build-ids. Returns their number. */
static size_t list_kernels(struct list *l)
{
    size_t n, found = 0;
    const struct object *const *all = timeline_objects(l->s->timeline, &n);
    for (size_t i = 0; i < n; i++) {
        const struct object *o = all[i];
        if (o->kind != OBJECT_KERNEL || !o->build_id.n)
            continue;
        found++;
        buildid_list_row(l, &o->build_id, o->path);
    }
    return found;
}

#define ADDRESS(member)                                                                                      \
    {                                                                                                        \
        .name = member, .header = "", .width = 16, .right = true, .type = VALUE_HEX, .show = rows_show_bare  \
    }
ROWS_TABLE(maps, "maps", { .name = "build_id", .header = "", .type = VALUE_TEXT }, ADDRESS("start"),
           ADDRESS("end"), { .name = "path", .header = "", .type = VALUE_TEXT });

/* Lists the mappings of the kernel and its modules, by address. Returns their number. */
static size_t list_kernel_maps(struct list *l)
{
    size_t n;
    struct map_piece *pieces = map_pieces(timeline_kernel_space(l->s->timeline, -1), &n);
    for (size_t i = 0; i < n; i++) {
        const struct map_piece *m = &pieces[i];
        const struct object *o = m->map->how->object;
        char hex[BUILD_ID_HEX];
        ROWS_ROW(&l->rows, value_build_id(&o->build_id, hex), value_hex(m->start), value_hex(m->end),
                 value_text(o->path));
    }
    free(pieces);
    return n;
}

struct buildid_opts {
    struct common_opts common;
    bool hits, kernel, kernel_maps;
};

#define OPTS struct buildid_opts
static const struct option_row options[] = {
    OPT("with-hits", 'H', FLAG, hits, NULL, "only objects that samples lie in"), CSV_ROW,
    OPT("kernel", 'k', FLAG, kernel, NULL, "only the build-id of the recorded kernel"),
    OPT("kernel-maps", 'm', FLAG, kernel_maps, NULL,
        "the recorded kernel and its modules: build-id, start, end and path"),
    OPT_END
};

static const struct rows_table *buildid_list_table_of(const struct buildid_opts *o)
{
    if (o->kernel_maps)
        return &maps;
    if (o->kernel)
        return &kernels;
    return &objects;
}

/* Shows the list. `hit`: the objects to list; NULL: the rows of the table. Returns the exit status: 2 if
   -k finds no build-id, or -m no mapping. */
static int buildid_list_show(struct list *l, const struct buildid_opts *o, const bool *hit,
                             struct outlet *out, struct outlet *err)
{
    bool found = true;
    answer_begin_rows(&l->rows, &o->common, NULL, "buildid-list", out);
    rows_table(&l->rows, buildid_list_table_of(o));
    if (o->kernel_maps)
        found = list_kernel_maps(l);
    else if (o->kernel)
        found = list_kernels(l);
    else if (hit)
        list_hits(l, hit);
    else
        list_table(l);
    rows_table_end(&l->rows);
    answer_rows_end(&l->rows, l->s, l->problems, 0, err);
    if (found)
        return 0;
    if (!o->common.json)
        outlet_print(err, "perfolio: %s has no %s of its kernel\n", o->common.input,
                     o->kernel_maps ? "mapping" : "build-id");
    return 2;
}

static int buildid_list_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct buildid_opts *o = opts;
    struct profile profile = { 0 };
    struct err e = { 0 };
    size_t n;
    int status = 1;
    struct session *s = common_session(&o->common, SESSION_HEADER, err);
    if (!s)
        return 1;
    const bool of_kernel = o->kernel || o->kernel_maps;
    const bool has_table = !s->capture->is_pipe && s->capture->env.nbuild_ids;
    const bool hits = o->hits || !has_table;
    const bool needs_records = hits || of_kernel;
    if (!needs_records || common_deepen(s, &o->common, SESSION_WALK, err)) {
        timeline_objects(s->timeline, &n);
        bool *hit = mem_new(n, sizeof(*hit));
        struct list l = { .s = s, .problems = &profile.problems };
        struct count_opts count = { .hit = hit };
        if (of_kernel || !hits || count_samples(s->capture, s->timeline, NULL, &count, &profile, &e))
            status = buildid_list_show(&l, o, hits ? hit : NULL, out, err);
        else
            outlet_fail(err, &e, "perfolio: %s: ", o->common.input);
        free(hit);
        profile_free(&profile);
    }
    common_release_session(s, &o->common);
    return status;
}

const struct command buildid_list_command =
    COMMAND("buildid-list", "the objects of a capture and their build-ids", NULL, options,
            .size = sizeof(struct buildid_opts), .run = buildid_list_run, .traits = COMMAND_EACH);
