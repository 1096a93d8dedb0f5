#include "lib/view/outlet.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

bool outlet_write(struct outlet *o, const char *s, size_t n)
{
    return !n || o->write(o, s, n);
}

void outlet_add(struct outlet *o, const char *s)
{
    outlet_write(o, s, strlen(s));
}

void outlet_vprint(struct outlet *o, const char *fmt, va_list args)
{
    struct text t = { 0 };
    text_vprintf(&t, fmt, args);
    outlet_write(o, text_str(&t), t.n);
    text_free(&t);
}

void outlet_print(struct outlet *o, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    outlet_vprint(o, fmt, args);
    va_end(args);
}

bool outlet_refuse(struct outlet *o, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    outlet_vprint(o, fmt, args);
    va_end(args);
    return false;
}

bool outlet_fail(struct outlet *o, const struct err *e, const char *before, ...)
{
    struct err *why = o->desk->why;
    va_list args;
    if (why && why->kind == ERR_NONE)
        *why = *e;
    va_start(args, before);
    outlet_vprint(o, before, args);
    va_end(args);
    return outlet_refuse(o, "%s\n", e->msg);
}

bool outlet_flush(struct outlet *o)
{
    return !o->flush || o->flush(o);
}

void outlet_own_part(const struct desk *desk, void *what, void (*free)(void *what))
{
    struct answer_parts *h = desk->parts;
    if (h)
        *MEM_ADD(h->v, h->n, h->cap) = (struct answer_part){ what, free };
    else
        free(what);
}

void outlet_parts_free(struct answer_parts *h)
{
    for (size_t i = 0; i < h->n; i++)
        h->v[i].free(h->v[i].what);
    free(h->v);
}

static bool write_file(struct outlet *o, const char *s, size_t n)
{
    return fwrite(s, 1, n, o->arg) == n;
}

static bool flush_file(struct outlet *o)
{
    return !fflush(o->arg);
}

struct outlet outlet_of_file(FILE *to, const struct outlet *beside)
{
    return (struct outlet){ .write = write_file, .flush = flush_file, .arg = to, .desk = beside->desk };
}
