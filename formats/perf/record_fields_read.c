/* From bytes into struct record: every row that is kept. What is hot here are MMAP2 and COMM. */
#include "formats/perf/record_fields.h"

static void store(void *to, unsigned width, uint64_t v)
{
    switch (width) {
    case 1:
        *(uint8_t *)to = (uint8_t)v;
        break;
    case 2:
        *(uint16_t *)to = (uint16_t)v;
        break;
    case 4:
        *(uint32_t *)to = (uint32_t)v;
        break;
    default:
        *(uint64_t *)to = v;
    }
}

/* What has been read of a record. */
struct reading {
    struct cur c;         /* at the row that is read */
    uint64_t numbers[20]; /* by row */
    struct record *r;
};

static void read_row(struct reading *g, const struct rec_field *f, size_t row)
{
    uint8_t *to = (uint8_t *)g->r + f->to;
    switch ((enum rec_value)f->kind) {
    case REC_FLAG:
        *(bool *)to = g->r->misc & f->mask;
        break;
    case REC_TEXT:
        *(const char **)to = cur_cstr(&g->c);
        break;
    case REC_BYTES:
        *(struct span *)to = cur_take(&g->c, f->count ? g->numbers[f->count - 1] : f->width);
        break;
    case REC_COUNTERS:
        *(struct span *)to = cur_take(&g->c, g->c.left);
        break;
    case REC_LIST: {
        uint64_t n = g->numbers[f->count - 1];
        *(struct span *)to = cur_take(&g->c, n <= g->c.left / f->of->size ? n * f->of->size : UINT64_MAX);
        break;
    }
    default:
        g->numbers[row] = load_number(cur_take(&g->c, f->width), g->c.order);
        if (f->to)
            store(to, f->width, g->numbers[row]);
    }
}

bool record_fields_read(const struct rec_layout *l, struct span body, struct record *r)
{
    struct reading g = { .c = cur_of(body, r->order), .r = r };
    for (size_t i = 0; i < l->n; i++) {
        const struct rec_field *f = &l->rows[i];
        if (f->at == REC_NOWHERE && f->kind != REC_FLAG)
            continue;
        if (f->at < REC_NOWHERE) {
            bool bad = g.c.bad || f->at > body.n;
            g.c = cur_of((struct span){ body.p + (bad ? 0 : f->at), bad ? 0 : body.n - f->at }, r->order);
            g.c.bad = bad;
        }
        read_row(&g, f, i);
    }
    return !g.c.bad;
}
