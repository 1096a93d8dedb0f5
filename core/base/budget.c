#include "core/base/budget.h"

#include <inttypes.h>

static struct budget budget_of(uint64_t packed, uint64_t most)
{
    return (struct budget){ .packed = packed, .most = most, .left = most };
}

static uint64_t base_and_ratio(uint64_t packed, uint64_t ratio)
{
    const uint64_t base = UINT64_C(64) << 20;
    return packed > (UINT64_MAX - base) / ratio ? UINT64_MAX : base + ratio * packed;
}

struct budget budget_for_packed(uint64_t packed)
{
    return budget_of(packed, base_and_ratio(packed, 64));
}

struct budget budget_for_records(uint64_t packed, uint64_t most)
{
    return budget_of(packed, most ? most : base_and_ratio(packed, 256));
}

struct budget budget_for_files(uint64_t packed, uint64_t most)
{
    return budget_of(packed, most ? most : base_and_ratio(packed, 16384));
}

bool budget_spend(struct budget *b, uint64_t n)
{
    if (b->over || n > b->left) {
        b->over = true;
        b->left = 0;
        return false;
    }
    b->left -= n;
    return true;
}

bool budget_set_error(const struct budget *b, struct err *e)
{
    return err_set(e, ERR_UNSUPPORTED, 0,
                   "unpacks to more than %" PRIu64 " bytes, the limit for %" PRIu64 " compressed bytes",
                   b->most, b->packed);
}
