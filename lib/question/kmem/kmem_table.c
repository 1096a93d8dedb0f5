/* kmem_table: what the tables of both allocators have in common. */
#include "lib/question/kmem/kmem_view.h"

void kmem_rule(struct kmem *k)
{
    static const char dashes[] = "-----------------------------------";
    rows_print(&k->rows, "%s%s%s\n", dashes, dashes, dashes);
}

struct kmem_caller kmem_caller(struct kmem *k, uint64_t avma)
{
    struct place p = { 0 };
    const char *name = NULL;
    uint64_t offset = 0;
    if (!k->o->raw)
        p = session_kernel_place(k->s, avma);
    if (p.symbol) {
        name = p.symbol->name;
        offset = p.at - p.symbol->start;
    }
    address_check_frame(&p, avma, &k->problems);
    return (struct kmem_caller){
        .symbol = { .type = VALUE_SYMBOL, .symbol = { .name = name, .address = avma, .level = 'k' } },
        .offset = value_hex(offset),
        .address = value_hex(avma),
    };
}
