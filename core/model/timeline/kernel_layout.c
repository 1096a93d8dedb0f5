#include "core/model/timeline/kernel_layout.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/model/timeline/mapping.h"

enum {
    /* More code and data than any kernel has: x86 reserves 512 MB for both
       (linux/arch/x86/include/asm/page_64_types.h, KERNEL_IMAGE_SIZE). */
    LARGEST_KERNEL = 256 << 20,
    UNKNOWN_SLIDE = 4096, /* a kernel that is moved stays aligned to pages */
};

static const char *const names[MARKS] = {
    [MARK_TEXT] = "_text", [MARK_STEXT] = "_stext", [MARK_ETEXT] = "_etext", [MARK_EDATA] = "_edata"
};

void kernel_marks_see(struct kernel_marks *m, const char *name, size_t n, uint64_t addr)
{
    if (n < 5 || n > 6 || name[0] != '_')
        return;
    for (int i = 0; i < MARKS; i++) {
        const bool is_mark = strlen(names[i]) == n && !memcmp(names[i], name, n);
        if (is_mark && !m->has[i]) {
            m->has[i] = true;
            m->addr[i] = addr;
        }
    }
}

/* Whether the recorded end may be the end of the data. Up to 6.11 perf ends the kernel at _etext. Later
   versions end it at _edata if the listing has that symbol (util/machine.c,
   machine__get_running_kernel_start). In a vendor's package perf has the version of the vendor's kernel
   ("5.14.0-570.el9.x86_64"), but may be of a later release. */
static bool maybe_data(const struct env *env)
{
    char *end;
    if (!env || !env->version || strchr(env->version, '-'))
        return true;
    unsigned long major = strtoul(env->version, &end, 10);
    unsigned long minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    return end == env->version || major > 6 || (major == 6 && minor >= 12);
}

/* Whether the recorder guessed the end of the kernel's map. A recorder that does not know the end writes the end of
   memory, or the start of the next map (old versions subtract 1: machine__create_kernel_maps). Only maps that begin at
   the reference symbol are guessed. Other maps have the range of all symbols (map__fixup_start, in later files of
   --switch-output), or begin at address 0. */
static bool is_guess(const struct map *kernel, const struct map *others, size_t n)
{
    const uint64_t start = kernel->how->pgoff, end = map_end(kernel);
    const bool has_size = kernel->start == start && end > start && end - start <= LARGEST_KERNEL;
    const bool is_memory_end = end >= UINT64_MAX - 1 || end == UINT32_MAX || end == UINT64_C(1) << 32;
    if (!has_size || is_memory_end)
        return true;
    for (size_t i = 0; i < n; i++) {
        const bool touches = others[i].start == end || others[i].start == end + 1;
        if (touches && others[i].how->object != kernel->how->object)
            return true;
    }
    return false;
}

/* The 64-bit architecture whose kernels also run programs of `a`, if its kernels may be at the low
   addresses of kernels of `a`; else NULL. */
static const struct arch *wider(const struct arch *a)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);
    for (size_t i = 0; i < n; i++)
        if (all[i]->compat == a && all[i]->kernel_start <= UINT32_MAX)
            return all[i];
    return NULL;
}

struct kernel_layout kernel_layout_of(const struct map *kernel, const struct map *others, size_t n,
                                      const struct env *env)
{
    /* A 32-bit process may see a made-up `uname -m` of a 64-bit kernel. */
    const struct arch *a = env ? env->arch : NULL;
    const bool wide = kernel->how->pgoff > UINT32_MAX, known = a && (!wide || a->bits == 64);
    struct kernel_layout l = { .ref_symbol = kernel->how->ref_symbol,
                               .maybe_data = maybe_data(env),
                               .slide = UNKNOWN_SLIDE };
    if (l.ref_symbol)
        l.ref_avma = kernel->how->pgoff;
    if (!is_guess(kernel, others, n))
        l.end = map_end(kernel);
    if (wide)
        l.bits = 64;
    if (!known)
        return l;
    const struct arch *other = wider(a);
    if (other) {
        l.slide = other->kernel_slide;
        return l;
    }
    l.slide = a->kernel_slide;
    if (a->bits == 32)
        l.bits = 32;
    l.machine = a->machine;
    l.machine2 = a->machine2;
    return l;
}

/* ---- comparison ---- */

struct check {
    const struct kernel_layout *l;
    const struct kernel_marks *m;
    struct err *why;
    enum kernel_mark ref; /* the recording's reference symbol */
};

static bool is_of_machine(const struct check *k)
{
    if (k->m->bits && k->l->bits && k->m->bits != k->l->bits)
        return err_set(k->why, ERR_FORMAT, 0, "its addresses have %u bits, the recorded kernel's have %u",
                       k->m->bits, k->l->bits);
    return !k->m->machine || !k->l->machine || k->m->machine == k->l->machine ||
           k->m->machine == k->l->machine2 ||
           err_set(k->why, ERR_FORMAT, 0,
                   "it is of another architecture: its e_machine is %u, the recorded one's %u", k->m->machine,
                   k->l->machine);
}

/* Whether the file has the recorded reference symbol. If it has _text and _stext at the same address, the
   recorder would have taken _text (ref_reloc_sym_names). If _text is before _stext, only ELF files have
   both symbols, because listings begin after _text. */
static bool has_reference(const struct check *k)
{
    const struct kernel_marks *m = k->m;
    if (!m->has[k->ref])
        return err_set(k->why, ERR_FORMAT, 0, "it has no %s, which the recorded kernel has at 0x%" PRIx64,
                       k->l->ref_symbol, k->l->ref_avma);
    return k->ref != MARK_STEXT || !m->has[MARK_TEXT] || m->addr[MARK_TEXT] != m->addr[MARK_STEXT] ||
           err_set(k->why, ERR_FORMAT, 0,
                   "its _text and _stext are both at 0x%" PRIx64 ", the recorded kernel has no _text there",
                   m->addr[MARK_TEXT]);
}

static bool is_where_it_may_be(const struct check *k)
{
    uint64_t addr = k->m->addr[k->ref], by = k->l->ref_avma - addr;
    const bool is_slide = k->l->slide && by % k->l->slide == 0;
    if (!by || is_slide)
        return true;
    if (!k->l->slide)
        return err_set(k->why, ERR_FORMAT, 0, "its %s is at 0x%" PRIx64 ", the recorded one at 0x%" PRIx64,
                       k->l->ref_symbol, addr, k->l->ref_avma);
    return err_set(k->why, ERR_FORMAT, 0,
                   "its %s is at 0x%" PRIx64 ", the recorded one at 0x%" PRIx64
                   ": a boot moves it by multiples of 0x%" PRIx64,
                   k->l->ref_symbol, addr, k->l->ref_avma, k->l->slide);
}

static bool ends_there(const struct check *k)
{
    const struct kernel_marks *m = k->m;
    uint64_t start = m->addr[k->ref], length = k->l->end - k->l->ref_avma;
    bool code = m->has[MARK_ETEXT], data = m->has[MARK_EDATA] && k->l->maybe_data;
    uint64_t code_length = m->addr[MARK_ETEXT] - start, data_length = m->addr[MARK_EDATA] - start;
    if (!k->l->end || (!code && !data))
        return true;
    const bool ends_with_code = code && code_length == length, ends_with_data = data && data_length == length;
    const bool ends_with_last = m->last_end && m->last_end == start + length;
    if (ends_with_code || ends_with_data || ends_with_last)
        return true;
    const bool lacks_data = !data && k->l->maybe_data; /* the end of the data may have been recorded */
    if (lacks_data && code && code_length < length)
        return true;
    const char *what = code ? "code" : "code and data";
    return err_set(k->why, ERR_FORMAT, 0,
                   "the recorded kernel is 0x%" PRIx64 " long from %s on, its %s 0x%" PRIx64, length,
                   k->l->ref_symbol, what, code ? code_length : data_length);
}

static enum kernel_mark reference(const struct kernel_layout *l)
{
    if (!strcmp(l->ref_symbol, names[MARK_TEXT]))
        return MARK_TEXT;
    return MARK_STEXT;
}

bool kernel_layout_is_same_boot(const struct kernel_layout *l, const struct kernel_marks *m)
{
    return l->ref_avma && m->has[reference(l)] && m->addr[reference(l)] == l->ref_avma;
}

bool kernel_layout_may_match(const struct kernel_layout *l, const struct kernel_marks *m, struct err *why)
{
    struct check k = { .l = l, .m = m, .why = why };
    bool any = m->has[MARK_TEXT] || m->has[MARK_STEXT];
    if (!is_of_machine(&k))
        return false;
    if (!l->ref_avma || !any)
        return true;
    k.ref = reference(l);
    return has_reference(&k) && is_where_it_may_be(&k) && ends_there(&k);
}
