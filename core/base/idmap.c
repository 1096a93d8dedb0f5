#include "core/base/idmap.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"

static struct idmap_slot *idmap_slot_of(const struct idmap *m, uint64_t key)
{
    size_t at = idmap_slot(m, key);
    while (m->slots[at].value && m->slots[at].key != key)
        at = (at + 1) & m->mask;
    return &m->slots[at];
}

uint32_t *idmap_find_or_add(struct idmap *m, uint64_t key)
{
    if (!m->slots || m->n * 2 >= m->mask) {
        struct idmap old = *m;
        size_t size = old.slots ? (old.mask + 1) * 2 : 64;
        *m = (struct idmap){ .slots = mem_new(size, sizeof(*m->slots)), .mask = size - 1 };
        for (size_t i = 0; old.slots && i <= old.mask; i++)
            if (old.slots[i].value) {
                *idmap_slot_of(m, old.slots[i].key) = old.slots[i];
                m->n++;
            }
        free(old.slots);
    }
    struct idmap_slot *s = idmap_slot_of(m, key);
    if (!s->value) {
        s->key = key;
        m->n++;
    }
    return &s->value;
}

uint32_t idmap_number_key(struct idmap *m, uint64_t key)
{
    uint32_t *number = idmap_find_or_add(m, key);
    if (!*number)
        *number = (uint32_t)m->n;
    assert(*number <= m->n); /* fails if the map is also used for values that are not consecutive numbers */
    return *number;
}

void idmap_free(struct idmap *m)
{
    free(m->slots);
    *m = (struct idmap){ 0 };
}
