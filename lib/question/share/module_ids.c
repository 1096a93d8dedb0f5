#include "lib/question/share/module_ids.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/model/timeline/naming.h"
#include "formats/perf/write/put.h"
#include "formats/perf/write/record_write.h"

enum { MISC_AT = 4, ID_AT = 40, ID_BYTES = 24 }; /* in an MMAP2 record: linux/perf_event.h */

static bool is_module(uint16_t misc, const char *path)
{
    return (misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL && !naming_kernel_suffix(path);
}

/* The name of a module, for free(): "[nf_nat]" for "/lib/modules/6.1/kernel/net/nf-nat.ko.xz" and for "[nf_nat]". */
static char *module_of(const char *path)
{
    char buf[OBJECT_NAME_MAX];
    const char *name = naming_short_name(OBJECT_MODULE, path, buf);
    char *copy = mem_copy(name, strlen(name));
    for (char *c = copy; *c; c++)
        if (*c == '-')
            *c = '_';
    return copy;
}

/* Notes that a module has a build-id, and returns its index. */
static uint32_t note_id(struct module_ids *m, const char *path, const struct build_id *id)
{
    uint32_t *at = idmap_find_or_add(&m->of, hash_bytes(id->bytes, id->n));
    char *name = module_of(path);
    if (!*at) {
        *MEM_ADD(m->v, m->n, m->cap) = (struct module_id){ .name = mem_copy(name, strlen(name)) };
        *at = (uint32_t)m->n;
    }
    struct module_id *known = &m->v[*at - 1];
    known->shared = known->shared || strcmp(known->name, name) != 0;
    free(name);
    return *at - 1;
}

void module_ids_init(struct module_ids *m, const struct capture *c)
{
    for (size_t i = 0; i < c->env.nbuild_ids; i++) {
        const struct env_build_id *b = &c->env.build_ids[i];
        if (b->id.n && is_module(b->misc, b->path))
            note_id(m, b->path, &b->id);
    }
}

void module_ids_free(struct module_ids *m)
{
    for (size_t i = 0; i < m->n; i++)
        free(m->v[i].name);
    free(m->v);
    free(m->maps);
    idmap_free(&m->of);
}

void module_ids_see(struct module_ids *m, const struct record *r, uint64_t at)
{
    const bool has = r->type == PERF_RECORD_MMAP2 && r->misc & PERF_RECORD_MISC_MMAP_BUILD_ID;
    if (!has || !r->mmap.build_id.n || !is_module(r->misc, r->mmap.filename))
        return;
    const uint32_t id = note_id(m, r->mmap.filename, &r->mmap.build_id);
    *MEM_ADD(m->maps, m->nmaps, m->cap_maps) = (struct module_map){ at, id, r->misc };
}

bool module_ids_has(struct module_ids *m, const struct build_id *id)
{
    const uint32_t at = idmap_get(&m->of, hash_bytes(id->bytes, id->n));
    const bool has = at && m->v[at - 1].shared;
    m->dropped += has;
    return has;
}

bool module_ids_any(const struct module_ids *m)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->v[i].shared)
            return true;
    return false;
}

void module_ids_build_ids(struct module_ids *m, const struct capture *c, struct text *out)
{
    for (size_t i = 0; i < c->env.nbuild_ids; i++) {
        const struct env_build_id *b = &c->env.build_ids[i];
        struct record r = {
            .type = PERF_RECORD_HEADER_BUILD_ID, .misc = b->misc, .order = c->order, .build_id = *b
        };
        if (is_module(b->misc, b->path) && module_ids_has(m, &b->id)) {
            r.misc |= PERF_RECORD_MISC_BUILD_ID_SIZE; /* the row still says where the file of the module is */
            r.build_id.id = (struct build_id){ .n = 0 };
        }
        record_write(&r, out);
    }
}

bool module_ids_mend(struct module_ids *m, enum byte_order order, struct output *out, struct err *e)
{
    static const uint8_t none[ID_BYTES];
    bool ok = true;
    for (size_t i = 0; ok && i < m->nmaps; i++) {
        const struct module_map *map = &m->maps[i];
        uint8_t misc[2];
        if (!m->v[map->id].shared)
            continue;
        put_store(misc, map->misc & (uint16_t)~PERF_RECORD_MISC_MMAP_BUILD_ID, sizeof(misc), order);
        ok = output_patch(out, map->at + MISC_AT, misc, sizeof(misc), e) &&
             output_patch(out, map->at + ID_AT, none, sizeof(none), e);
        m->dropped++;
    }
    return ok;
}
