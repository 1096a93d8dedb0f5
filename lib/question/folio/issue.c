#include "lib/question/folio/issue.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"

/* What is left out, step by step, each with those before it. */
static const struct issue_step {
    enum folio_level level;
    double annotate_limit;
    const char *left_out;
} steps[] = {
    { FOLIO_CODE, 0.05, NULL },
    { FOLIO_CODE, 100, "source lines of functions, but for the places that samples touch" },
    { FOLIO_MIN, 100, "source lines, inlined functions, and symbols that no sample touches" },
};

/* Further steps keep a share of the time. A size is not exactly proportional to it, so there may have to be several. */
enum { SHARES = 6 };
#define LEAST_SHARE 0.001
#define ROOM_LEFT   0.92 /* of the size that fits if sizes were proportional */

static bool add_to_text(struct outlet *o, const char *s, size_t n)
{
    text_add_n(o->arg, s, n);
    return true;
}

/* An outlet that adds to a text, which is shown later or never. */
static struct outlet outlet_of_text(const struct outlet *beside, struct text *to)
{
    return (struct outlet){ .write = add_to_text, .arg = to, .desk = beside->desk };
}

/* Tries once. `own` receives the options with what was found. Messages are printed unless the folio is too large. */
static int try_once(const struct packing *p, const struct issue_step *step, double share, struct packing *own,
                    struct outlet *out, struct outlet *err)
{
    struct text said = { 0 };
    struct outlet later = outlet_of_text(err, &said);
    *own = *p;
    own->opts.level = step->level;
    own->opts.annotate_limit = step->annotate_limit;
    own->left_out = step->left_out;
    own->give.share = share;
    const int status = packing_run(own, out, &later);
    if (!own->too_large)
        outlet_write(err, text_str(&said), said.n);
    text_free(&said);
    return status;
}

/* The size of the page that a folio of so many bytes makes: Base64 takes four bytes for three. */
static uint64_t page_size(const char *page, uint64_t folio)
{
    struct file f;
    struct err unused = { 0 };
    if (!file_open(&f, page, &unused))
        return UINT64_MAX;
    const uint64_t size = f.size + folio / 3 * 4 + 4;
    file_close(&f);
    return size;
}

/* The path of the page beside a folio: bug.html beside bug.folio. */
static char *path_of_page(const char *folio)
{
    static const char end[] = ".folio";
    struct text t = { 0 };
    size_t n = strlen(folio);
    if (n > strlen(end) && !strcmp(folio + n - strlen(end), end))
        n -= strlen(end);
    text_add_n(&t, folio, n);
    text_add(&t, ".html");
    return t.s;
}

/* Writes the page beside the folio, if the page is installed and is not too large either. Without one the folio is enough. */
static void issue_add_page(const struct packing *p, uint64_t folio, struct outlet *err)
{
    struct text page = { 0 }, said = { 0 };
    struct outlet later = outlet_of_text(err, &said);
    const struct desk *desk = p->common.desk;
    const char *inputs[] = { p->output };
    char *to = path_of_page(p->output);
    const bool is_there = p->page || (desk->find_page && desk->find_page(&page));
    if (p->page)
        text_add(&page, p->page);
    const uint64_t size = is_there ? page_size(page.s, folio) : UINT64_MAX;
    if (is_there && size <= p->most) {
        struct packing own = packing_of_folio("pack", &p->common, to);
        own.common.inputs = (struct words){ .v = inputs, .n = 1 };
        own.common.json = false;
        own.html = true;
        own.page = page.s;
        if (!packing_run(&own, &later, &later))
            outlet_print(err, "perfolio pack: %s: the folio in a page that any browser opens\n", to);
        else
            outlet_write(err, text_str(&said), said.n);
    } else if (is_there) {
        outlet_print(err, "perfolio pack: no page is written: it would have %" PRIu64 " bytes\n", size);
    }
    text_free(&page);
    text_free(&said);
    free(to);
}

int issue_run(const struct packing *p, struct outlet *out, struct outlet *err)
{
    struct packing own = { .too_large = true };
    size_t step = 0;
    double share = 1;
    int status = 1;
    for (; step < COUNT(steps) && own.too_large; step++)
        status = try_once(p, &steps[step], share, &own, out, err);
    for (size_t i = 0; i < SHARES && own.too_large && share > LEAST_SHARE; i++) {
        share *= ROOM_LEFT * (double)p->most / (double)own.size;
        if (share < LEAST_SHARE)
            share = LEAST_SHARE;
        status = try_once(p, &steps[COUNT(steps) - 1], share, &own, out, err);
    }
    if (own.too_large || (status && share < 1))
        outlet_print(err,
                     "perfolio pack: it does not fit in %" PRIu64 " bytes, even with %.1f%% of the time\n",
                     p->most, 100 * share);
    else if (!status && strcmp(p->output, "-") != 0 && !p->opts.dry_run)
        issue_add_page(p, own.size, err);
    return status;
}
