/* repair: writes what is sound in a damaged capture as a capture, and says what became of every byte of it. */
#include "lib/question/commands.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/date.h"
#include "core/base/mem.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/records/record_table.h"
#include "formats/perf/salvage/salvage.h"
#include "formats/perf/write/rewrite.h"
#include "formats/tracepoint/tracepoint.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/share/module_ids.h"
#include "lib/question/share/share.h"

struct repair_opts {
    struct common_opts common;
    char *output;
};

/* A capture that is being repaired. */
struct repairing {
    struct capture *c;
    struct output out;
    struct perf_writer writer;
    struct text bytes; /* records to be written */
    struct module_ids modules;
    struct salvage_account account;
    struct share_sums sums;
    uint32_t told;     /* events of a stream whose ATTR records were written */
    uint32_t restored; /* of these, those that had none */
};

enum { FLUSH_AT = 1 << 18, COPY_BYTES = 1 << 16 };

static bool repair_flush(struct repairing *w, struct err *e)
{
    const bool ok = perf_writer_add(&w->writer, (struct span){ (const uint8_t *)w->bytes.s, w->bytes.n }, e);
    w->bytes.n = 0;
    return ok;
}

/* Copies the data that follow a record. */
static bool repair_behind(struct repairing *w, const struct salvage_record *r, struct err *e)
{
    uint8_t *buf = mem_new(COPY_BYTES, 1);
    bool ok = repair_flush(w, e);
    for (uint64_t at = 0; ok && at < r->behind;) {
        const int64_t n =
            file_read(r->file, r->behind_at + at, buf, (size_t)lesser_of(COPY_BYTES, r->behind - at), e);
        ok = n > 0 && perf_writer_add(&w->writer, (struct span){ buf, (size_t)n }, e);
        at += (uint64_t)(n > 0 ? n : 0);
    }
    free(buf);
    return ok || err_set(e, ERR_FORMAT, r->behind_at, "the data that follow a record cannot be read");
}

/* Each file of a directory has rounds of its own, which say nothing in one file. */
static bool is_stored_otherwise(const struct capture *c, const struct salvage_record *r)
{
    return r->type == PERF_RECORD_FINISHED_ROUND && c->is_directory;
}

/* Writes ATTR records of events whose own are lost: the feature EVENT_DESC, which comes before all records of events, says the
   same of them. */
static void repair_attrs(struct repairing *w, uint32_t type)
{
    w->told += type == PERF_RECORD_HEADER_ATTR;
    for (; w->c->is_pipe && w->told < w->c->events.n; w->told++, w->restored++)
        rewrite_put_attr(w->c->order, &w->c->events.v[w->told], &w->bytes);
}

/* Writes a record. perf takes the list of events in their order, which restored events change. */
static void repair_put(struct repairing *w, const struct salvage_record *r)
{
    struct text list = { 0 };
    struct span bytes = r->bytes;
    if (w->restored && r->record && rewrite_feature_of(r->record) == REWRITE_EVENT_DESC) {
        const size_t head = bytes.n - rewrite_feature_bytes(r->record).n;
        text_add_n(&list, (const char *)bytes.p, head);
        feature_events_in_order(perfdata_of_const(w->c), &list);
        bytes = (struct span){ (const uint8_t *)list.s, list.n };
    }
    rewrite_record_copy(w->c->order, bytes, &w->bytes);
    text_free(&list);
}

static bool repair_take(void *arg, const struct salvage_record *r, enum salvage_fate *fate, struct err *e)
{
    struct repairing *w = arg;
    const bool is_id = r->type == PERF_RECORD_HEADER_BUILD_ID;
    if (is_stored_otherwise(w->c, r) || (is_id && module_ids_has(&w->modules, &r->record->build_id.id))) {
        *fate = SALVAGE_LEFT_OUT;
        return true;
    }
    repair_attrs(w, r->type);
    repair_put(w, r);
    if (r->record)
        module_ids_see(&w->modules, r->record, w->out.size + w->bytes.n - r->bytes.n);
    w->sums.samples += r->sample != NULL;
    w->sums.records += r->sample == NULL;
    if (r->behind)
        return repair_behind(w, r, e);
    return w->bytes.n < FLUSH_AT || repair_flush(w, e);
}

/* The features of the new file: those that could be read. */
static void repair_features(struct repairing *w, struct perf_writer_feature *features, struct text *build_ids)
{
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        if (salvage_has_feature(perfdata_of_const(w->c), bit))
            features[bit] = rewrite_feature(w->c, bit);
    if (!features[REWRITE_BUILD_ID].present || !module_ids_any(&w->modules))
        return;
    module_ids_build_ids(&w->modules, w->c, build_ids);
    features[REWRITE_BUILD_ID].bytes = (struct span){ (const uint8_t *)build_ids->s, build_ids->n };
}

static bool repair_write(struct repairing *w, struct err *e)
{
    const struct events *es = &w->c->events;
    struct perf_writer_feature features[PERF_FEATURES] = { { .present = false } };
    struct text build_ids = { 0 };
    const struct salvage_visitor v = { .take = repair_take,
                                       .arg = w,
                                       .is_tracing = tracepoint_reader.is_whole };
    bool ok = salvage_find_features(perfdata_of(w->c), v.is_tracing, e); /* they may add events */
    struct attr *attrs = mem_new(es->n + 1, sizeof(*attrs));
    for (uint32_t i = 0; i < es->n; i++)
        attrs[i] = es->v[i].attr;
    module_ids_init(&w->modules, w->c);
    ok = ok && perf_writer_begin(&w->writer, &w->out, perfdata_of_const(w->c), attrs, e) &&
         salvage_read(perfdata_of(w->c), &v, &w->account, e) && repair_flush(w, e) &&
         salvage_count_header(perfdata_of_const(w->c), &w->account, e);
    if (ok && !w->sums.samples && !w->sums.records)
        ok = err_set(e, ERR_FORMAT, 0, "none of its records is sound: nothing was written");
    repair_features(w, features, &build_ids);
    ok = ok && perf_writer_end(&w->writer, features, e) &&
         module_ids_mend(&w->modules, w->c->order, &w->out, e);
    text_free(&build_ids);
    free(attrs);
    return ok;
}

static bool repair_session(struct repairing *w, const struct repair_opts *o, struct err *e)
{
    bool ok = share_open(&w->out, &o->common, o->output, e) && repair_write(w, e);
    w->sums.bytes = w->out.size;
    ok = ok && output_commit(&w->out, e);
    output_abandon(&w->out);
    text_free(&w->bytes);
    return ok;
}

/* ---- what became of the bytes ---- */

static uint64_t sum_of_fates(const uint64_t fates[SALVAGE_FATES])
{
    return fates[SALVAGE_KEPT] + fates[SALVAGE_LEFT_OUT] + fates[SALVAGE_LOST];
}

static void repair_say_bytes(const uint64_t fates[SALVAGE_FATES], const char *name, const char *line,
                             bool said, struct rows *r)
{
    rows_object(r, name);
    rows_say_if(r, "read", value_count(sum_of_fates(fates)), said, line);
    rows_say_if(r, "kept", value_count(fates[SALVAGE_KEPT]), said, "%s kept, ");
    rows_say_if(r, "left_out", value_count(fates[SALVAGE_LEFT_OUT]), said, "%s left out, ");
    rows_say_if(r, "lost", value_count(fates[SALVAGE_LOST]), said, "%s lost\n");
    rows_close(r);
}

static struct value time_of_loss(uint64_t ns)
{
    if (ns)
        return value_time(ns);
    return value_unknown();
}

/* Where a loss is, in words. */
static const char *loss_place(const struct salvage_loss *l, struct text *t)
{
    t->n = 0;
    text_printf(t, " bytes at offset %" PRIu64, l->at);
    if (l->unpacked)
        text_add(t, " of the decompressed records");
    if (l->file)
        text_printf(t, " of stream %u", l->file - 1);
    return text_str(t);
}

/* Between which times it is, in words. */
static const char *loss_times(const struct salvage_loss *l, struct text *t)
{
    t->n = 0;
    if (l->after)
        text_printf(t, ", after %" PRIu64 ".%06" PRIu64, l->after / NSEC_PER_SEC,
                    l->after % NSEC_PER_SEC / 1000);
    if (l->before)
        text_printf(t, ", before %" PRIu64 ".%06" PRIu64, l->before / NSEC_PER_SEC,
                    l->before % NSEC_PER_SEC / 1000);
    return text_str(t);
}

static void repair_losses(const struct salvage_account *a, struct rows *r)
{
    ROWS_TABLE(losses, "losses", { .name = "bytes", .header = "", .before = "  ", .type = VALUE_COUNT },
               ROWS_UNSEEN("offset", COUNT), ROWS_UNSEEN("stream", COUNT),
               ROWS_UNSEEN("decompressed", YES_NO), { .header = "", .before = "", .type = VALUE_TEXT },
               { .name = "what", .header = "", .before = ", ", .type = VALUE_TEXT },
               { .name = "why", .header = "", .before = ": ", .type = VALUE_TEXT },
               ROWS_UNSEEN("after", TIME), ROWS_UNSEEN("before", TIME),
               { .header = "", .before = "", .type = VALUE_TEXT });
    struct text place = { 0 }, times = { 0 };
    rows_table(r, &losses);
    for (size_t i = 0; i < a->n; i++) {
        const struct salvage_loss *l = &a->losses[i];
        struct value stream = value_none();
        if (l->file)
            stream = value_count(l->file - 1);
        ROWS_ROW(r, value_count(l->n), value_count(l->at), stream, value_yes_no(l->unpacked),
                 value_text(loss_place(l, &place)), value_text(l->what), value_text(l->why),
                 time_of_loss(l->after), time_of_loss(l->before), value_text(loss_times(l, &times)));
    }
    rows_table_end(r);
    text_free(&place);
    text_free(&times);
    rows_say_if(r, "losses_not_listed", value_count(a->unlisted), a->unlisted,
                text_one_or_many(a->unlisted, "  and %s more loss\n", "  and %s more losses\n"));
}

static void repair_records(const struct salvage_account *a, struct rows *r)
{
    ROWS_TABLE(records, "records", { .name = "type", .header = "records", .width = 20, .type = VALUE_TEXT },
               { .name = "read", .header = "read", .width = 10, .right = true, .type = VALUE_COUNT },
               { .name = "kept", .header = "kept", .width = 10, .right = true, .type = VALUE_COUNT },
               { .name = "left_out", .header = "left out", .width = 10, .right = true, .type = VALUE_COUNT },
               { .name = "lost", .header = "lost", .width = 10, .right = true, .type = VALUE_COUNT });
    rows_headings(r, &records);
    rows_table(r, &records);
    for (size_t kind = 0; kind < RECORD_KINDS; kind++) {
        const uint64_t *n = a->records[kind];
        const struct rec_desc *d = record_desc_at(kind);
        if (sum_of_fates(n))
            ROWS_ROW(r, value_text(d ? d->name : "UNKNOWN"), value_count(sum_of_fates(n)),
                     value_count(n[SALVAGE_KEPT]), value_count(n[SALVAGE_LEFT_OUT]),
                     value_count(n[SALVAGE_LOST]));
    }
    rows_table_end(r);
}

static void repair_answer(const struct repairing *w, const struct session *s, const struct repair_opts *o,
                          struct outlet *out, struct outlet *err)
{
    const struct salvage_account *a = &w->account;
    const uint64_t ids = w->modules.dropped;
    struct rows r;
    struct outlet *to = out;
    if (!strcmp(o->output, "-"))
        to = err;
    answer_begin_rows(&r, &o->common, NULL, "repair", to);
    rows_say(&r, "output", value_text(o->output), "%s: ");
    rows_say(&r, "bytes", value_count(w->sums.bytes), "%s bytes, ");
    rows_say(&r, "samples", value_count(w->sums.samples), "%s samples, ");
    rows_say(&r, "other_records", value_count(w->sums.records), "%s other records\n");
    repair_say_bytes(a->bytes, "file", "of %s bytes that were read, ", true, &r);
    repair_say_bytes(a->unpacked, "decompressed", "of %s bytes that were decompressed, ",
                     sum_of_fates(a->unpacked), &r);
    rows_say_if(&r, "missing", value_count(w->c->data_cut), w->c->data_cut,
                text_one_or_many(w->c->data_cut, "%s more byte of records is missing in the file\n",
                                 "%s more bytes of records are missing in the file\n"));
    rows_say_if(&r, "resized", value_count(a->mended), a->mended,
                text_one_or_many(a->mended, "%s record got another size\n", "%s records got another size\n"));
    rows_say_if(&r, "restored_events", value_count(w->restored), w->restored,
                text_one_or_many(w->restored,
                                 "%s event has its attributes from the list of events (EVENT_DESC)\n",
                                 "%s events have their attributes from the list of events (EVENT_DESC)\n"));
    rows_say_if(&r, "module_build_ids", value_count(ids), ids,
                text_one_or_many(ids, "%s build-id was removed that several modules have\n",
                                 "%s build-ids were removed that several modules have\n"));
    repair_losses(a, &r);
    repair_records(a, &r);
    answer_rows_end(&r, s, NULL, 0, err);
}

#define OPTS struct repair_opts
static const struct option_row repair_rows[] = { OPT("output", 'o', TEXT, output, "FILE",
                                                     "the capture to write; - is standard output",
                                                     .needs = NEEDS_OUTPUT),
                                                 OPT_END };

static bool repair_prepare(void *opts, struct outlet *err)
{
    const struct repair_opts *o = opts;
    return share_prepare("repair", &o->common, o->output, err);
}

static int repair_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct repair_opts *o = opts;
    struct err e = { 0 };
    if (!share_may_write("repair", o->output, out, err))
        return 1;
    struct session own, *const s = &own; /* a session that others use has walked the capture */
    if (!common_open(s, &o->common, SESSION_OPEN, err))
        return 1;
    struct repairing *w = mem_new(1, sizeof(*w));
    w->c = s->capture;
    const bool ok = repair_session(w, o, &e);
    if (ok)
        repair_answer(w, s, o, out, err);
    else
        outlet_fail(err, &e, "perfolio repair: %s: ", session_name(s));
    account_free(&w->account);
    module_ids_free(&w->modules);
    free(w);
    session_close(s);
    return !ok;
}

const struct command repair_command =
    COMMAND("repair", "what is sound in a damaged capture as a capture, and what became of every byte",
            "[options] -o FILE [-i] FILE", repair_rows, .size = sizeof(struct repair_opts),
            .prepare = repair_prepare, .run = repair_run);
