#include "cli/dump/folio_info.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/session/answer.h"
#include "core/base/date.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

static uint64_t samples_of(const struct folio *f)
{
    uint64_t all = 0;
    for (size_t i = 0; i < f->ncaptures; i++)
        all += f->captures[i].samples;
    return all;
}

/* Bytes of a capture as it was recorded. */
static uint64_t bytes_of(const struct folio *f, size_t capture)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < f->nfiles; i++)
        bytes += f->files[i].capture == capture ? f->files[i].size : 0;
    return bytes;
}

/* The contents by their samples, most first; `samples` receives those of each content, by its number. */
static struct numbered *by_samples(const struct folio *f, uint64_t **samples)
{
    struct numbered *order = mem_new(f->nobjects, sizeof(*order));
    *samples = mem_new(f->nobjects, sizeof(**samples));
    for (size_t i = 0; i < f->nanswers; i++)
        (*samples)[f->answers[i].object] += f->answers[i].samples;
    for (size_t i = 0; i < f->nobjects; i++)
        order[i] = (struct numbered){ UINT64_MAX - (*samples)[i], (uint32_t)i };
    sort_by_number(order, f->nobjects);
    return order;
}

/* What is kept of an object beside its symbols. */
static void kept(const struct folio_object *o, struct text *t)
{
    const char *const words[] = { ", lines", o->whole ? ", the file" : ", parts of the file", ", debug file",
                                  ", listing" };
    const uint32_t sections[] = { o->lines, o->image, o->debug, o->listing };
    for (size_t i = 0; i < COUNT(words); i++)
        if (sections[i])
            text_add(t, words[i]);
}

static void show_object(const struct folio *f, const struct folio_object *o, uint64_t samples, FILE *out)
{
    uint64_t all = samples_of(f);
    struct text t = { 0 };
    char hex[BUILD_ID_HEX];
    text_add_clean(&t, o->name);
    text_printf(&t, "  %s, %" PRIu64 " symbols%s",
                o->id.n ? object_build_id_text(&o->id, hex) : "no build-id", o->nsymbols,
                o->partial ? ", only those that samples touch" : "");
    kept(o, &t);
    fprintf(out, "%-12s %6.2f%%  %s\n", "object", all ? 100.0 * (double)samples / (double)all : 0, t.s);
    text_free(&t);
}

void folio_info_show(const struct folio *f, FILE *out)
{
    fprintf(out, "%-12s level %s, %" PRIu64 " bytes in %zu sections\n", "folio", folio_level_name(f->level),
            f->file.size, f->nsections);
    for (size_t i = 0; i < f->ncaptures; i++) {
        const struct folio_capture *c = &f->captures[i];
        uint64_t ns = c->last_time - c->first_time;
        struct text name = { 0 };
        text_add_clean(&name, c->name);
        fprintf(out, "%-12s %s: %" PRIu64 " bytes, %" PRIu64 " samples", "capture", text_str(&name),
                bytes_of(f, i), c->samples);
        if (c->last_time)
            fprintf(out, " in %" PRIu64 ".%03" PRIu64 " s", ns / NSEC_PER_SEC, ns % NSEC_PER_SEC / 1000000);
        fputc('\n', out);
        text_free(&name);
    }
    uint64_t *samples, named = 0, all = samples_of(f);
    struct numbered *order = by_samples(f, &samples);
    for (size_t i = 0; i < f->nobjects; i++)
        named += samples[i];
    if (all)
        fprintf(out, "%-12s %6.2f%% of the samples lie in these objects; perfolio verify lists the others\n",
                "objects", 100.0 * (double)named / (double)all);
    for (size_t i = 0; i < f->nobjects; i++)
        show_object(f, &f->objects[order[i].at], samples[order[i].at], out);
    free(order);
    free(samples);
}

void folio_info_json(const struct folio *f, FILE *out)
{
    struct json j = answer_begin(out, "info");
    json_text(&j, "folio", f->path);
    json_text(&j, "level", folio_level_name(f->level));
    json_count(&j, "bytes", f->file.size);
    json_array(&j, "captures");
    for (size_t i = 0; i < f->ncaptures; i++) {
        const struct folio_capture *c = &f->captures[i];
        json_object_line(&j, NULL);
        json_text(&j, "name", c->name);
        json_count(&j, "bytes", bytes_of(f, i));
        json_count(&j, "samples", c->samples);
        if (c->last_time) {
            json_seconds(&j, "first_time", c->first_time);
            json_seconds(&j, "last_time", c->last_time);
        } else {
            json_text(&j, "first_time", NULL);
            json_text(&j, "last_time", NULL);
        }
        json_end(&j);
    }
    json_end(&j);
    uint64_t *samples;
    struct numbered *order = by_samples(f, &samples);
    json_array(&j, "objects");
    for (size_t i = 0; i < f->nobjects; i++) {
        const struct folio_object *o = &f->objects[order[i].at];
        json_object_line(&j, NULL);
        json_text(&j, "path", o->name);
        answer_build_id(&j, &o->id);
        json_count(&j, "samples", samples[order[i].at]);
        json_count(&j, "symbols", o->nsymbols);
        json_bool(&j, "partial", o->partial);
        json_bool(&j, "lines", o->lines);
        json_bool(&j, "image", o->image);
        json_bool(&j, "whole", o->whole);
        json_end(&j);
    }
    json_end(&j);
    json_problems(&j, &(struct problems){ 0 });
    json_end(&j);
    free(order);
    free(samples);
}
