#include <inttypes.h>

#include "cli/folio/packing.h"
#include "cli/provenance/missing.h"
#include "cli/session/answer.h"
#include "core/base/mem.h"

enum { SHOWN = 10 }; /* of the objects that are missing, without -v */

void packing_show_missing(struct packing *p, const struct session *s, const char *name,
                          const uint64_t *shares, uint64_t samples)
{
    struct missing m = missing_objects(s, shares);
    struct text clean = { 0 };
    for (size_t i = 0; i < m.n; i++) {
        p->gaps = mem_room(p->gaps, p->ngaps, &p->cap_gaps, sizeof(*p->gaps));
        p->gaps[p->ngaps++] = (struct packing_gap){ name, arena_names_intern(&p->texts, m.v[i]->path),
                                                    m.v[i]->build_id, m.samples[i] };
    }
    text_add_clean(&clean, name);
    if (m.n && !p->common.json)
        fprintf(p->err, "perfolio %s: of %s %zu object%s missing, with %.2f%% of its samples:\n", p->command,
                clean.s, m.n, m.n == 1 ? " is" : "s are", 100.0 * (double)m.all / (double)samples);
    if (!p->common.json)
        missing_show(&m, samples, p->common.verbose ? SIZE_MAX : SHOWN, p->err);
    text_free(&clean);
    missing_free(&m);
}

void packing_show_dumps(const struct packing *p, const struct session *s, const char *name)
{
    struct text clean = { 0 };
    bool dumps = false;
    for (uint32_t i = 0; i < s->capture->events.n; i++)
        dumps = dumps || s->capture->events.v[i].attr.sample_type & PERF_SAMPLE_STACK_USER;
    text_add_clean(&clean, name);
    if (dumps && !p->common.json)
        fprintf(p->err,
                "perfolio %s: %s has dumps of stacks: what lay on them, environment variables perhaps, goes "
                "along\n",
                p->command, clean.s);
    text_free(&clean);
}

static void show_forecast(const struct packing *p)
{
    uint64_t sums[FOLIO_LEVELS] = { 0 };
    const struct pack_row *row;
    fprintf(p->out, "%12s %12s %12s %12s %8s  %s\n", "min", "symbols", "code", "full", "samples", "of");
    for (size_t i = 0; (row = folio_pack_row_at(p->pack, i)) != NULL; i++) {
        struct text name = { 0 }, share = { 0 };
        text_add_clean(&name, row->name);
        if (!row->capture && folio_pack_samples(p->pack))
            text_printf(&share, "%.2f%%", 100.0 * (double)row->samples / (double)folio_pack_samples(p->pack));
        for (int level = 0; level < FOLIO_LEVELS; level++) {
            fprintf(p->out, "%12" PRIu64 " ", row->bytes[level]);
            sums[level] += row->bytes[level];
        }
        fprintf(p->out, "%8s  %s%s\n", text_str(&share), row->capture ? "capture " : "", name.s);
        text_free(&name);
        text_free(&share);
    }
    for (int level = 0; level < FOLIO_LEVELS; level++)
        fprintf(p->out, "%12" PRIu64 " ", sums[level]);
    fprintf(p->out, "%8s  all, but for names and headers\n", "");
}

static void answer_forecast(struct json *j, const struct packing *p)
{
    const struct pack_row *row;
    json_array(j, "forecast");
    for (size_t i = 0; (row = folio_pack_row_at(p->pack, i)) != NULL; i++) {
        json_object_line(j, NULL);
        json_text(j, "name", row->name);
        json_text(j, "kind", row->capture ? "capture" : "object");
        if (!row->capture)
            json_count(j, "samples", row->samples);
        for (int level = 0; level < FOLIO_LEVELS; level++)
            json_count(j, folio_level_name((enum folio_level)level), row->bytes[level]);
        json_end(j);
    }
    json_end(j);
}

void packing_show(const struct packing *p)
{
    if (p->common.json) {
        struct json j = answer_begin(p->out, p->command);
        json_text(&j, "folio", p->opts.dry_run ? NULL : p->output);
        json_text(&j, "level", folio_level_name(p->opts.level));
        json_count(&j, "captures", p->captures);
        json_count(&j, "samples", folio_pack_samples(p->pack));
        if (p->opts.dry_run)
            answer_forecast(&j, p);
        json_array(&j, "missing");
        for (size_t i = 0; i < p->ngaps; i++) {
            json_object_line(&j, NULL);
            json_text(&j, "capture", p->gaps[i].capture);
            json_text(&j, "path", p->gaps[i].path);
            answer_build_id(&j, &p->gaps[i].id);
            json_count(&j, "samples", p->gaps[i].samples);
            json_end(&j);
        }
        json_end(&j);
        json_problems(&j, &p->problems);
        json_end(&j);
    } else if (p->opts.dry_run) {
        show_forecast(p);
    } else if (strcmp(p->output, "-")) {
        fprintf(p->out, "%s: %" PRIu64 " capture%s, %zu object%s, level %s, %" PRIu64 " bytes\n", p->output,
                p->captures, p->captures == 1 ? "" : "s", folio_pack_objects(p->pack),
                folio_pack_objects(p->pack) == 1 ? "" : "s", folio_level_name(p->opts.level),
                folio_pack_size(p->pack));
    }
}
