/* The features of OpenHarmony's recorder (developtools_hiperf, include/perf_file_format.h): symbols and build-ids of
 * files, facts about the recording, and call chains that many samples share. It records on little-endian machines
 * only. */
#include <inttypes.h>

#include "core/base/mem.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/features/feature_rows.h"
#include "formats/perf/file/hiperf_file.h"
#include "formats/perf/file/file_simpleperf.h"

enum { FIRST_FEATURE = 192 };

/* ---- HIPERF_FILES_SYMBOL ---- */

static void add_build_id(struct perfdata *p, const struct simpleperf_file *f)
{
    const bool kernel = f->kind == SIMPLEPERF_KERNEL || f->kind == SIMPLEPERF_MODULE;
    struct env_build_id b = { .pid = -1, .misc = kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER };
    if (!f->build_id.n || f->build_id.n % 2 || f->build_id.n / 2 > sizeof(b.id.bytes))
        return;
    for (size_t i = 0; i < f->build_id.n; i += 2) {
        int high = text_hex_digit((char)f->build_id.p[i]), low = text_hex_digit((char)f->build_id.p[i + 1]);
        if (high < 0 || low < 0)
            return;
        b.id.bytes[b.id.n++] = (uint8_t)(high << 4 | low);
    }
    b.path = arena_text(&p->arena, (const char *)f->path.p, f->path.n);
    perfdata_add_build_id(p, b);
}

void read_hiperf_files(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    const uint64_t end = p->features[FIRST_FEATURE].at + c->left;
    p->hiperf = true;
    for (uint32_t files = cur_u32(c); files && !c->bad; files--) {
        const struct span entry = hiperf_entry(c);
        struct simpleperf_file f;
        if (c->bad)
            return;
        simpleperf_add(p, entry, SIMPLEPERF_HIPERF, end - c->left - entry.n);
        if (simpleperf_file_read(entry, SIMPLEPERF_HIPERF, &f))
            add_build_id(p, &f);
    }
}

void show_hiperf_files(const struct perfdata *p UNUSED, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    size_t files = 0, symbols = 0;
    for (uint32_t left = cur_u32(c); left && !c->bad; left--) {
        const struct span entry = hiperf_entry(c);
        struct simpleperf_file f;
        struct simpleperf_symbol s;
        if (c->bad || !simpleperf_file_read(entry, SIMPLEPERF_HIPERF, &f))
            continue;
        files++;
        while (simpleperf_symbol(&f, &s))
            symbols++;
    }
    text_printf(out, "# symbols that hiperf kept : %zu of %zu files\n", symbols, files);
}

/* ---- facts, and call chains: their feature numbers have changed, so their bytes show which they are ---- */

static bool is_text(const struct cur *c)
{
    return c->left > 4 && load_u32(c->p, c->order) == c->left - 4 && !c->p[c->left - 1];
}

/* hiperf's name of a fact, without "hiperf_"; NULL: it has none. */
static const char *hiperf_key_of(unsigned bit)
{
    static const char *const keys[] = {
        NULL, "workload", "record_time", "cpu_off", "devhost", "stacks", "counters_beside",
    };
    if (bit - FIRST_FEATURE < COUNT(keys))
        return keys[bit - FIRST_FEATURE];
    return NULL;
}

static void add_fact(struct env *env, const char *key, const char *value)
{
    *MEM_ADD(env->facts, env->nfacts, env->cap_facts) = (struct env_fact){ key, value };
}

void read_hiperf(struct perfdata *p, unsigned bit, struct cur *c)
{
    const uint64_t at = p->features[bit].at;
    p->hiperf = true;
    if (is_text(c)) {
        add_fact(&p->capture.env, hiperf_key_of(bit), feature_string_kept(p, c));
        return;
    }
    struct hiperf_stacks stacks = { 0 };
    size_t lost = hiperf_stacks_read(&stacks, c);
    if (stacks.n) {
        hiperf_stacks_free(&p->stacks);
        p->stacks = stacks;
    } else {
        hiperf_stacks_free(&stacks); /* an empty table does not replace another one */
    }
    if (lost)
        problem_add(
            &p->capture.problems, PROBLEM_BAD_FEATURE, 1,
            "%s at 0x%" PRIx64
            ": %zu entries of call chains refer to entries that do not exist, or are more than may be",
            feature_name(bit), at, lost);
}

void show_hiperf(const struct perfdata *p, unsigned bit, struct cur *c, struct text *out)
{
    if (is_text(c)) {
        const struct span s = feature_string(c);
        text_printf(out, "# %s : ", hiperf_key_of(bit));
        text_add_clean_n(out, (const char *)s.p, s.n);
        text_char(out, '\n', 1);
        return;
    }
    const uint32_t tables = cur_u32(c);
    text_printf(out, "# call chains that samples share : %zu addresses of %" PRIu32 " processes\n",
                p->stacks.n, tables);
}
