/* Bounds call paths while samples are counted: the first pass estimates the weights of paths, the next pass cuts light
   paths. */
#include "core/profile/count/worker.h"

#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/profile/bounded_paths.h"
#include "core/profile/keys/keys.h"

static uint64_t bounded_add_text(uint64_t hash, const char *s)
{
    return hash_u64(hash ^ hash_bytes(s, strlen(s)));
}

/* A hash of the frame and row of a kind of step. It is made of names and numbers, not of pointers, so that it is the
   same in every run of the program. Steps with equal hashes share one weight. */
static uint64_t bounded_hash_of(const struct profile *p, const struct path_kind *k)
{
    const struct path_frame *f = &p->paths.frames[k->frame];
    uint64_t hash = hash_u64(hash_u64(f->avma) ^ hash_u64(f->at + 1) ^ f->taken);
    if (f->object)
        hash = bounded_add_text(hash, f->object->path);
    if (f->symbol)
        hash = bounded_add_text(hash + f->symbol->start + f->symbol->is_inlined, f->symbol->name);
    if (k->row == NO_ROW)
        return hash;
    const struct row *r = row_at(p, k->row);
    hash = hash_u64(hash + r->event + 1);
    for (size_t i = 0; i < p->nkeys; i++)
        hash = hash_u64(hash + keys_cell_hash(p->keys[i], row_cell(p, r, i)));
    return hash;
}

/* Count the sample in its own row and in the row of each step of its call path, once per row. */
static void count_rows(struct worker *w, const uint32_t *kinds, size_t n, const struct sample *s,
                       uint64_t period, uint32_t row)
{
    struct profile *p = &w->profile;
    struct bounded_paths *b = p->paths.bound;
    while (b->nsamples < p->nrows)
        *MEM_ADD(b->samples, b->nsamples, b->cap_samples) = 0;
    b->samples[row]++;
    row_stamp(p, row, worker_stamp(w));
    for (size_t i = 0; i < n; i++) {
        const uint32_t of = p->paths.kinds[kinds[i]].row;
        b->samples[of] += profile_count_once(p, of, w->stamp, s, period);
    }
}

size_t count_bounded(struct worker *w, uint32_t *kinds, size_t n, const struct sample *s, uint64_t period,
                     uint32_t *row)
{
    struct profile *p = &w->profile;
    struct bounded_paths *b = p->paths.bound;
    if (w->o->children && !w->weighs)
        count_rows(w, kinds, n, s, period, *row);
    const bool ends_elsewhere = n && p->paths.kinds[kinds[n - 1]].row != *row;
    if (w->o->children && ends_elsewhere)
        kinds[n++] = bounded_paths_row_kind(&p->paths, *row);
    while (b->nhashes < p->paths.nkinds) {
        const uint64_t hash = bounded_hash_of(p, &p->paths.kinds[b->nhashes]);
        *MEM_ADD(b->hashes, b->nhashes, b->cap_hashes) = hash;
    }
    if (!w->weighs)
        return bounded_paths_cut_path(&p->paths, kinds, n, row);
    uint64_t hash = 0;
    for (size_t i = 0; i < n; i++) {
        hash = bounded_paths_hash(b, hash, kinds[i]);
        path_adder_add(w->weighs, hash);
    }
    return 0;
}
