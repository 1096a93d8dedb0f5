#define _DEFAULT_SOURCE
/*
 * oracle: what we print of tracepoints, held against libtraceevent, which perf prints them with. usage:
 *
 *     oracle FILE...        every sample of captures, and made-up samples of every format in them
 *     oracle --events DIR   made-up samples of every format below a tracefs' events/, as of kernels of both
 * byte orders and word sizes
 *
 * Prints each difference that is not in the table below. Exit status 1: there are some; 77: no format was
 * read.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>
#include <trace-seq.h>

#include "lib/question/common/common.h"
#include "tests/outlets.h"
#include "formats/perf/features/feature.h"
#include "formats/tracepoint/read/container.h"
#include "formats/tracepoint/format.h"
#include "formats/tracepoint/tracepoint.h"

/* The library believes lengths in made-up data and asks for gigabytes, which AddressSanitizer ends the program for. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* Where the library (1.7.1) is wrong, or knows less. A difference is one of these when all holds that a row
 * says. */
static const struct {
    const char *in_format; /* NULL: of fields as they are, without a print format */
    const char *in_theirs; /* NULL: anything */
    bool foreign, narrow;  /* the kernel has another byte order than this host; longs of 32 bits */
    const char *why;
} differences[] = {
    { "%c", ">c<", 0, 0, "characters: it prints the letter c, and their values by the next conversions" },
    { "%*pb", NULL, 0, 0, "bitmaps: it prints a pointer" },
    { "%.*s", "%.*s", 0, 0, "a precision below zero is none: it prints the conversion" },
    { "-9ULL", NULL, 0, 0, "__print_symbolic() of negative values: they are all -1 to it" },
    { "< (((unsigned int)", NULL, 0, 0, "a ?: in brackets behind an operator: it loses the brackets" },
    { "- REC->nr_data + 1)", NULL, 0, 0, "the same" },
    { "& (0x", NULL, 0, 0, "the same: x & (1 | 2) is x & 1 | 2" },
    { "(void *) REC", "[FAILED", 0, 0, "a blank behind a cast to a pointer" },
    { "!REC->tdp_enabled ?", NULL, 0, 0, "! in front of ?: it negates the whole" },
    { "_to_msecs(", "[FAILED", 0, 0, "functions of the kernel: perf has them in plugins" },
    { "sizeof(u64)", "[FAILED", 0, 0, "sizeof: it knows int and long" },
    { "%pIS", NULL, 1, 0, "sockets: it reads the family as the host has it" },
    { "__get_cpumask(", NULL, 1, 0, "bitmaps: it takes them for one number, not for longs" },
    { "(unsigned long)REC->flags", NULL, 0, 1, "casts to a long: it keeps 64 bits" },
    { "%s", NULL, 1, 0, "pointers to the kernel's strings: it reads them as the host has them" },
    { NULL, "ARRAY[", 0, 0, "bytes that are no text: it prints them behind a NUL, too (core/model/trace.c)" },
};
enum { DIFFERENCES = sizeof(differences) / sizeof(*differences) };

enum { LARGEST = 1 << 16, BUFFER = LARGEST * 4, MADE_UP = 24, MOST_SHOWN = 40 };

/* Its parser loses memory of formats that it fails to parse. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libtraceevent";
}

struct stat_aggregate {
    unsigned long formats, samples, unprintable, refused, wrong, shown, known[DIFFERENCES];
    uint64_t random;
};

/* One tracepoint, in both. */
struct pair {
    struct traces *ours;
    struct tep_handle *tep;
    struct tep_event *theirs;
    const struct trace_event *event;
    char *format;
    uint64_t id;
    uint8_t *buffer; /* a record, and zeros behind it */
    unsigned long wrong;
};

static uint64_t next_random(struct stat_aggregate *t)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return t->random;
}

static const char *name_at(void *arg, uint64_t avma, uint64_t *start, const char **module)
{
    (void)arg;
    *start = 0x1000;
    *module = avma >= 0x1800 ? "[ext4]" : NULL;
    return avma >= 0x1000 && avma < 0x2000 ? "do_it" : NULL;
}

static char *name_theirs(void *arg, unsigned long long *avma, char **module)
{
    uint64_t start;
    union {
        const char *c;
        char *v;
    } name, in;
    name.c = name_at(arg, *avma, &start, &in.c);
    *avma = name.c ? start : *avma;
    *module = in.v;
    return name.v;
}

/* Where a long has 32 bits, %ld prints an int: the library takes the host's. */
static char *portable(const char *text, unsigned long_size)
{
    char *s = malloc(strlen(text) + 1), *to = s;
    const char *print = strstr(text, "print fmt:");
    bool in_text = false;
    for (const char *p = text; *p; p++) {
        in_text = in_text != (print && p > print && *p == '"' && p[-1] != '\\');
        *to++ = *p;
        if (long_size != 4 || !in_text || *p != '%')
            continue;
        while (p[1] && strchr("-+ #0123456789.*", p[1]))
            *to++ = *++p;
        if (p[1] == 'l' && p[2] == 'l')
            for (int i = 0; i < 2; i++)
                *to++ = *++p;
        else if (p[1] == 'l' || p[1] == 'z')
            p++;
    }
    *to = 0;
    return s;
}

static void register_strings(struct tep_handle *tep, const struct trace_container *c, unsigned long_size)
{
    bool foreign = (c->order == ORDER_BIG) != tep_is_bigendian();
    for (size_t i = 0; c->nstrings && i <= c->by_avma.mask; i++) {
        const struct idmap_slot *slot = &c->by_avma.slots[i];
        struct text line = { 0 };
        if (!slot->value || c->strings[slot->value - 1].n < 2)
            continue; /* it looks at so many bytes from the end */
        text_printf(&line, "\"%.*s\"", (int)c->strings[slot->value - 1].n,
                    (const char *)c->strings[slot->value - 1].p);
        /* it reads the pointer as the host has it */
        tep_register_print_string(tep, line.s,
                                  foreign ? __builtin_bswap64(slot->key) >> (64 - 8 * long_size) : slot->key);
        text_free(&line);
    }
}

static void open_pair(struct pair *p, struct traces *ours, const struct trace_format *f,
                      const struct trace_container *c, unsigned long_size)
{
    p->format = strndup((const char *)f->text.p, f->text.n);
    p->ours = ours;
    p->id = f->id;
    p->event = tracepoint_reader.event(ours, f->id);
    p->tep = tep_alloc();
    tep_set_file_bigendian(p->tep, c->order == ORDER_BIG ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
    tep_set_local_bigendian(p->tep, tep_is_bigendian() ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
    tep_set_long_size(p->tep, (int)long_size);
    tep_set_function_resolver(p->tep, name_theirs, NULL);
    register_strings(p->tep, c, long_size);
    char *text = portable(p->format, long_size);
    tep_parse_event(p->tep, text, strlen(text), f->system);
    p->theirs = tep_find_event(p->tep, (int)f->id);
    p->buffer = calloc(1, BUFFER);
    free(text);
}

static void close_pair(struct pair *p)
{
    tep_free(p->tep);
    free(p->format);
    free(p->buffer);
}

static void complain(struct stat_aggregate *t, struct pair *p, const char *what, const char *ours,
                     const char *theirs)
{
    if (!p->wrong++ && t->shown++ < MOST_SHOWN)
        printf("%s:%s: %s\n  %s\n  ours    %s\n  theirs  %s\n", p->theirs->system, p->theirs->name, what,
               strstr(p->format, "print fmt:"), ours, theirs);
    t->wrong++;
}

/* Names, types, places and kinds of fields. */
static void compare_fields(struct stat_aggregate *t, struct pair *p)
{
    struct text ours = { 0 }, theirs = { 0 };
    const struct tep_format_field *lists[] = { p->theirs->format.common_fields, p->theirs->format.fields };
    for (size_t i = 0; p->event && i < p->event->n; i++) {
        const struct trace_field *f = &p->event->fields[i];
        text_printf(&ours, "%s %s %u+%u/%u %d%d%d%d%d%d; ", f->type, f->name, f->offset, f->size, f->element,
                    f->array, f->text, f->dynamic, f->relative, f->negative, f->hex);
    }
    for (size_t i = 0; i < 2; i++)
        for (const struct tep_format_field *f = lists[i]; f; f = f->next) {
            bool array = f->flags & TEP_FIELD_IS_ARRAY, negative = f->flags & TEP_FIELD_IS_SIGNED;
            text_printf(&theirs, "%s %s %d+%d/%u %d%d%d%d%d%d; ", f->type, f->name, f->offset, f->size,
                        array ? f->elementsize : 0, array, (f->flags & TEP_FIELD_IS_STRING) != 0,
                        (f->flags & TEP_FIELD_IS_DYNAMIC) != 0, (f->flags & TEP_FIELD_IS_RELATIVE) != 0,
                        negative,
                        f->flags & TEP_FIELD_IS_POINTER ||
                            (f->flags & TEP_FIELD_IS_LONG && (!negative || f->size == 4)));
        }
    if (!ours.s || strcmp(ours.s, theirs.s) != 0)
        complain(t, p, "fields", ours.s ? ours.s : "(none)", theirs.s);
    text_free(&ours);
    text_free(&theirs);
}

static bool is_known(const struct pair *p, size_t i, const char *theirs, bool is_fields)
{
    bool foreign = (p->event->order == ORDER_BIG) != tep_is_bigendian(),
         narrow = tep_get_long_size(p->tep) == 4;
    const char *in_format = differences[i].in_format;
    return (in_format ? strstr(strstr(p->format, "print fmt:"), in_format) != NULL : is_fields) &&
           (!differences[i].in_theirs || strstr(theirs, differences[i].in_theirs)) &&
           (!differences[i].foreign || foreign) && (!differences[i].narrow || narrow);
}

static void compare_text(struct stat_aggregate *t, struct pair *p, const char *what, struct text *ours,
                         struct trace_seq *line)
{
    struct text theirs = { 0 };
    trace_seq_terminate(line);
    text_add(&theirs, "");
    text_add_clean(&theirs, line->buffer);
    if (strcmp(ours->s ? ours->s : "", theirs.s) != 0) {
        size_t known = 0;
        while (known < DIFFERENCES && !is_known(p, known, theirs.s, !strcmp(what, "fields")))
            known++;
        if (known < DIFFERENCES)
            t->known[known]++;
        else
            complain(t, p, what, ours->s, theirs.s);
    }
    text_free(&theirs);
}

/* Fields as they are, which the library does of events that it failed to parse. It forgets for ever that a
 * field is text when one record has none there. */
static void print_fields(struct pair *p, struct trace_seq *line, struct tep_record *record)
{
    int flags = p->theirs->flags;
    p->theirs->flags |= TEP_EVENT_FL_FAILED;
    tep_record_print_fields(line, record, p->theirs);
    p->theirs->flags = flags;
    for (struct tep_format_field *f = p->theirs->format.fields; f; f = f->next) {
        const struct trace_field *ours = trace_field(p->event, f->name);
        f->flags |= ours && ours->text ? TEP_FIELD_IS_STRING : 0;
    }
}

static void compare_sample(struct stat_aggregate *t, struct pair *p, struct span raw)
{
    static const char failed[] = "[FAILED TO PARSE]";
    struct text ours = { 0 }, fields = { 0 }, clean = { 0 };
    struct tep_record record = { .size = (int)raw.n, .data = p->buffer };
    struct trace_seq line;
    memset(p->buffer, 0, BUFFER);
    memcpy(p->buffer, raw.p, raw.n);
    trace_seq_init(&line);
    t->samples++;
    if (!tracepoint_reader.print(p->ours, p->id, raw, &ours)) {
        t->refused++; /* shorter than its fields */
    } else if (!strncmp(ours.s, failed, sizeof(failed) - 1)) {
        t->unprintable++;
        trace_fields_text(p->event, raw, &fields);
        text_add_clean(&clean, fields.s);
        print_fields(p, &line, &record);
        compare_text(t, p, "fields", &clean, &line);
    } else {
        tep_print_event(p->tep, &line, &record, "%s", TEP_PRINT_INFO);
        compare_text(t, p, "text", &ours, &line);
    }
    trace_seq_destroy(&line);
    text_free(&ours);
    text_free(&fields);
    text_free(&clean);
}

static void put_number(uint8_t *to, uint64_t v, size_t bytes, enum byte_order order)
{
    for (size_t i = 0; i < bytes; i++)
        to[order == ORDER_LITTLE ? i : bytes - 1 - i] = (uint8_t)(v >> 8 * i);
}

/* Numbers as kernels have them: small ones, flags, some below zero, pointers to what has a name, anything. */
static uint64_t made_up_number(struct stat_aggregate *t)
{
    uint64_t r = next_random(t);
    switch (r >> 8 & 7) {
    case 0:
        return 0;
    case 1:
    case 2:
        return r >> 16 & 15;
    case 3:
        return UINT64_C(1) << (r >> 16 & 63);
    case 4:
        return 0 - (r >> 16 & 15);
    case 5:
        return 0x1000 + (r >> 16 & 0xfff);
    case 6:
        return r >> 16 & 0xffff;
    default:
        return r;
    }
}

static void made_up_bytes(struct stat_aggregate *t, uint8_t *to, size_t n, bool text, enum byte_order order)
{
    for (size_t i = 0; i < n; i++)
        to[i] = text ? (uint8_t)('a' + next_random(t) % 26) : (uint8_t)next_random(t);
    if (text && n)
        to[next_random(t) % n] = 0;
    if (!text && n >= 16 && next_random(t) & 1) /* a socket's address, or one with zeros in it */
        put_number(to, next_random(t) & 1 ? 2 : 10, 2, order);
    if (!text && n >= 8 && next_random(t) & 1)
        memset(to + 2, 0, n / 2);
}

/* A sample of the event: its fields, and behind them what its dynamic fields tell the place of. */
static void made_up(struct stat_aggregate *t, struct pair *p, unsigned kind)
{
    uint8_t *raw = calloc(1, LARGEST);
    size_t end = 0;
    for (size_t i = 0; i < p->event->n; i++)
        if (p->event->fields[i].offset + p->event->fields[i].size > end)
            end = p->event->fields[i].offset + p->event->fields[i].size;
    for (size_t i = 0; i < p->event->n; i++) {
        const struct trace_field *f = &p->event->fields[i];
        if (f->dynamic && f->size == 4 && end < LARGEST / 2) {
            size_t element = f->element ? f->element : 8, n = f->text ? 6 : element * (next_random(t) % 4);
            made_up_bytes(t, raw + end, n, f->text, p->event->order);
            raw[end + n - (n != 0)] = 0;
            put_number(raw + f->offset, n << 16 | (end - (f->relative ? f->offset + f->size : 0)), 4,
                       p->event->order);
            end += n;
        } else if (kind && f->array && f->size) {
            made_up_bytes(t, raw + f->offset, f->size, f->text && strstr(f->type, "char"), p->event->order);
            raw[f->offset + f->size - 1] = 0; /* of texts without an end it prints what follows, too */
        } else if (kind && f->size <= 8) {
            put_number(raw + f->offset, made_up_number(t), f->size, p->event->order);
        }
    }
    put_number(raw, p->id, 2, p->event->order); /* common_type */
    compare_sample(t, p, (struct span){ raw, end });
    free(raw);
}

/* Tracing data, in both. */
struct corpus {
    struct trace_container c;
    struct traces *ours;
    struct pair *pairs; /* one for each format */
};

static bool open_corpus(struct stat_aggregate *t, struct corpus *k, struct span data)
{
    static const struct trace_names names = { .at = name_at };
    struct err e;
    if (!container_read(&k->c, data, &e))
        return false;
    unsigned long_size = format_long(k->c.header_page);
    k->ours = tracepoint_reader.open(data, &names, &e);
    k->pairs = calloc(k->c.nformats, sizeof(*k->pairs));
    for (size_t i = 0; i < k->c.nformats; i++) {
        struct pair *p = &k->pairs[i];
        open_pair(p, k->ours, &k->c.formats[i], &k->c, long_size ? long_size : k->c.long_size);
        t->formats++;
        if (p->theirs)
            compare_fields(t, p);
        for (unsigned n = 0; p->theirs && p->event && n < MADE_UP; n++)
            made_up(t, p, n);
    }
    return true;
}

static void close_corpus(struct corpus *k)
{
    for (size_t i = 0; i < k->c.nformats; i++)
        close_pair(&k->pairs[i]);
    free(k->pairs);
    tracepoint_reader.close(k->ours);
    container_free(&k->c);
}

static void compare_capture(struct stat_aggregate *t, const char *path)
{
    union {
        const char *c;
        char *v;
    } input = { path };
    struct session s;
    struct common_opts o = { .input = input.v, .isolated = 1 };
    struct block b = { 0 };
    struct sample *sample = calloc(1, sizeof(*sample));
    struct problems problems = { 0 };
    struct err e = { 0 };
    struct corpus k;
    struct outlet says = outlet_to(stderr);
    o.desk = says.desk;
    if (!common_open(&s, &o, SESSION_RESOLVE, &says))
        exit(1);
    if (open_corpus(t, &k, feature_tracing(s.capture)) && s.capture->ops->rewind(s.capture, &e)) {
        while (s.capture->ops->next_block(s.capture, &b, &e))
            while (s.capture->ops->next_sample(s.capture, &b, sample, &problems))
                for (size_t i = 0; i < k.c.nformats; i++)
                    if (sample->event->attr.type == PERF_TYPE_TRACEPOINT &&
                        k.c.formats[i].id == sample->event->attr.config && k.pairs[i].theirs)
                        compare_sample(t, &k.pairs[i], sample->raw);
        close_corpus(&k);
    }
    free(sample);
    free(b.buf);
    session_close(&s);
}

/* Tracing data of the formats below a folder, which becomes one system. */
struct making {
    struct text t;
    enum byte_order order;
    unsigned long_size;
    uint32_t n;
};

static void add_number(struct text *t, uint64_t v, unsigned bytes, enum byte_order order)
{
    uint8_t number[8];
    put_number(number, v, bytes, order);
    text_add_n(t, (const char *)number, bytes);
}

static void add_formats(struct making *m, const char *folder)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        struct text path = { 0 };
        FILE *f = NULL;
        text_printf(&path, "%s/%s", folder, e->d_name);
        if (!strcmp(e->d_name, "format") && (f = fopen(path.s, "r"))) {
            char part[4096];
            struct text all = { 0 };
            for (size_t n; (n = fread(part, 1, sizeof(part), f));)
                text_add_n(&all, part, n);
            if (all.n) {
                add_number(&m->t, all.n, 8, m->order);
                text_add_n(&m->t, all.s, all.n);
                m->n++;
            }
            text_free(&all);
            fclose(f);
        } else if (*e->d_name != '.' && e->d_type == DT_DIR) {
            add_formats(m, path.s);
        }
        text_free(&path);
    }
    if (d)
        closedir(d);
}

static void compare_events(struct stat_aggregate *t, const char *folder, enum byte_order order,
                           unsigned long_size)
{
    struct making m = { .order = order, .long_size = long_size };
    struct making formats = m;
    struct corpus k;
    add_formats(&formats, folder);
    text_add_n(&m.t, "\x17\x08\x44tracing0.6", 14);
    text_char(&m.t, order == ORDER_BIG, 1);
    text_char(&m.t, (char)long_size, 1);
    add_number(&m.t, 4096, 4, order);
    text_add_n(&m.t, "header_page", 12);
    add_number(&m.t, 0, 8, order);
    text_add_n(&m.t, "header_event", 13);
    add_number(&m.t, 0, 8, order);
    add_number(&m.t, 0, 4, order); /* ftrace's own */
    add_number(&m.t, 1, 4, order); /* systems */
    text_add_n(&m.t, "kernel", 7);
    add_number(&m.t, formats.n, 4, order);
    text_add_n(&m.t, formats.t.s, formats.t.n);
    if (formats.n && open_corpus(t, &k, (struct span){ (const uint8_t *)m.t.s, m.t.n }))
        close_corpus(&k);
    text_free(&formats.t);
    text_free(&m.t);
}

int main(int argc, char **argv)
{
    struct stat_aggregate t = { .random = 0x9e3779b97f4a7c15 };
    tep_set_loglevel(TEP_LOG_NONE);
    if (argc == 3 && !strcmp(argv[1], "--events"))
        for (unsigned v = 0; v < 4; v++)
            compare_events(&t, argv[2], v & 1 ? ORDER_BIG : ORDER_LITTLE, v & 2 ? 4 : 8);
    else
        for (int i = 1; i < argc; i++)
            compare_capture(&t, argv[i]);
    if (!t.formats) {
        printf("SKIPPED: no formats there; is tracefs mounted, and may it be read?\n");
        return 77;
    }
    for (size_t i = 0; i < DIFFERENCES; i++)
        if (t.known[i])
            printf("%7lu samples: %s: %s\n", t.known[i],
                   differences[i].in_format ? differences[i].in_format : "fields", differences[i].why);
    printf("%lu formats, %lu samples (%lu by their fields, %lu refused): %lu unexplained differences\n",
           t.formats, t.samples, t.unprintable, t.refused, t.wrong);
    return t.wrong ? 1 : 0;
}
