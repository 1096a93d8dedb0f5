#include "lib/question/kmem/view.h"

#include <inttypes.h>

void kmem_rule(struct kmem *k)
{
    static const char dashes[] = "-----------------------------------";
    rows_print(&k->rows, "%s%s%s\n", dashes, dashes, dashes);
}

struct kmem_caller kmem_caller(struct kmem *k, uint64_t avma)
{
    struct place p = k->o->raw ? (struct place){ 0 } : session_kernel_place(k->s, avma);
    if (p.map && !p.table)
        problem_add(&k->problems, PROBLEM_CALLER_NO_OBJECT, 1, "0x%" PRIx64 " in %s", avma, p.object->name);
    return (struct kmem_caller){
        .symbol = { .type = VALUE_SYMBOL,
                    .symbol = { .name = p.symbol ? p.symbol->name : NULL, .address = avma, .level = 'k' } },
        .offset = value_hex(p.symbol ? p.at - p.symbol->start : 0),
        .address = value_hex(avma),
    };
}

/* ---- counting ---- */
