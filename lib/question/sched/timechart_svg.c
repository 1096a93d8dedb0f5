/* timechart_svg: draws the chart as SVG: a row of bars for each CPU and thread. If the time of a pixel was
   spent in several states, their bars are stacked, each in proportion. Adjacent pixels that look alike are
   one bar. */
#include "lib/question/sched/timechart_svg.h"

#include <inttypes.h>
#include <string.h>

#include "lib/question/sched/replay.h"
#include "core/base/date.h"

enum {
    TOP = 64,          /* height of title, legend and times */
    ROW = 18,          /* distance of rows */
    BAR = CHART_PARTS, /* greatest height of bars in a row */
    GAP = 14,          /* distance between the CPUs and the threads */
    CHAR = 6,          /* approximate width of a character */
    TICK_MIN = 90,     /* least distance of two times, in pixels */
    NAME_MAX = 20,     /* most characters of a row's name */
};

static const struct {
    const char *class, *fill, *words;
} lanes[CHART_LANES] = {
    [CHART_RUN] = { "r", "#3b7dd8", "runs" },
    [CHART_MARKED] = { "m", "#c2379f", "runs (highlighted)" },
    [CHART_WAIT] = { "w", "#f0a030", "waits for a CPU" },
    [CHART_BLOCK] = { "b", "#d04040", "blocked (uninterruptible)" },
};

static const char *const idle_fills[CHART_LANES] = { "#d7e3d4", "#a9cba4", "#6fae6c", "#3c8c40" };

static void timechart_svg_add_name(struct text *t, const char *comm, int32_t tid, size_t max)
{
    struct text name = { 0 };
    key_comm_text(comm, tid, &name);
    text_add_xml(t, name.s, max);
    text_free(&name);
}

void timechart_svg_duration(struct text *t, uint64_t ns)
{
    static const struct {
        uint64_t unit;
        const char *name;
    } units[] = { { NSEC_PER_SEC, "s" }, { 1000000, "ms" }, { 1000, "us" } };
    for (size_t i = 0; i < COUNT(units); i++)
        if (ns >= units[i].unit) {
            uint64_t part = ns % units[i].unit * 1000 / units[i].unit;
            text_decimal(t, ns / units[i].unit, 0);
            if (part)
                text_printf(t, ".%03" PRIu64, part);
            text_printf(t, " %s", units[i].name);
            return;
        }
    text_printf(t, "%" PRIu64 " ns", ns);
}

/* The pixel of a time; a pixel is a slice of the chart's time. */
static uint32_t pixel_of(const struct chart *c, uint64_t time)
{
    if (time < c->first)
        time = c->first;
    else if (time > c->last)
        time = c->last;
    return (uint32_t)((time - c->first) / c->per);
}

/* ---- bars ---- */

/* Adds the bars of one lane (state) as one path. They stand on top of the bars of the earlier lanes. */
static void add_lane(const struct chart *c, const struct chart_row *r, unsigned lane, unsigned y,
                     struct text *t, const char *class)
{
    unsigned from = 0, height = 0, base = 0;
    size_t before = t->n;
    text_printf(t, "<path class=\"%s\" d=\"", class);
    size_t empty = t->n;
    for (uint32_t x = 0; x <= c->slices; x++) {
        unsigned own = x < c->slices ? chart_parts(r, x, lane) : 0, below = 0;
        for (unsigned i = 0; i < lane && own; i++)
            below += chart_parts(r, x, i);
        if (x && x < c->slices && own == height && (below == base || !height))
            continue;
        if (height)
            text_printf(t, "M%u %uh%uv%uh-%uz", SVG_LEFT + from, y + BAR - base - height, x - from, height,
                        x - from);
        from = x;
        height = own;
        base = below;
    }
    if (t->n == empty)
        t->n = before;
    else
        text_add(t, "\"/>\n");
    if (t->s)
        t->s[t->n] = 0;
}

static void add_bars(const struct chart *c, const struct chart_row *r, unsigned y, struct text *t)
{
    for (unsigned lane = 0; lane < CHART_LANES; lane++)
        add_lane(c, r, lane, y, t, lanes[lane].class);
}

/* ---- rows ---- */

static void begin_row(struct text *t, unsigned y)
{
    text_printf(t, "<g><text class=\"n\" x=\"%u\" y=\"%u\">", SVG_LEFT - 8, y + BAR - 3);
}

static void add_spent(struct text *t, const char *what, uint64_t ns)
{
    text_printf(t, ", %s ", what);
    timechart_svg_duration(t, ns);
}

/* Adds the thread's name to a run that is wide enough. */
static void timechart_svg_add_labels(const struct chart *c, const struct chart_cpu_row *cpu, unsigned y,
                                     struct text *t)
{
    for (size_t i = 0; i < cpu->row.nlabels; i++) {
        const struct chart_label *l = &cpu->row.labels[i];
        const char *comm = schedule_last_comm(&c->schedule, l->task);
        uint32_t at = pixel_of(c, l->from);
        text_printf(t, "<text class=\"l\" x=\"%u\" y=\"%u\">", SVG_LEFT + at + 3, y + BAR - 4);
        timechart_svg_add_name(t, comm, l->task->tid, (pixel_of(c, l->to) - at - 4) / CHAR);
        text_add(t, "<title>");
        timechart_svg_add_name(t, comm, l->task->tid, SIZE_MAX);
        text_printf(t, ":%d on CPU %" PRIu32 " from ", l->task->tid, cpu->number);
        sched_time(t, l->from, 0);
        text_add(t, " for ");
        timechart_svg_duration(t, l->to - l->from);
        text_add(t, "</title></text>\n");
    }
}

static void add_cpu(const struct chart *c, const struct chart_cpu_row *cpu, unsigned y, struct text *t)
{
    begin_row(t, y);
    text_printf(t, "CPU %" PRIu32 "</text><title>CPU %" PRIu32, cpu->number, cpu->number);
    add_spent(t, "busy", cpu->busy);
    text_add(t, "</title>\n");
    add_bars(c, &cpu->row, y, t);
    timechart_svg_add_labels(c, cpu, y, t);
    text_add(t, "</g>\n");
}

/* Adds the CPU's frequency as a line; the full height is the CPU's highest frequency. */
static void add_clock(const struct chart *c, const struct chart_cpu_row *cpu, unsigned y, struct text *t)
{
    unsigned before = UINT32_MAX;
    if (!cpu->max_khz)
        return;
    text_add(t, "<path class=\"f\" d=\"");
    for (uint32_t x = 0; x < c->slices; x++) {
        uint32_t khz = cpu->khz[x];
        unsigned at = khz ? y + BAR - (unsigned)((uint64_t)khz * (BAR - 1) / cpu->max_khz) : UINT32_MAX;
        if (at == before)
            continue;
        if (before != UINT32_MAX)
            text_printf(t, "H%u", SVG_LEFT + x);
        if (at != UINT32_MAX && before != UINT32_MAX)
            text_printf(t, "V%u", at);
        else if (at != UINT32_MAX)
            text_printf(t, "M%u %u", SVG_LEFT + x, at);
        before = at;
    }
    if (before != UINT32_MAX)
        text_printf(t, "H%u", SVG_LEFT + c->slices);
    text_add(t, "\"/>\n");
}

static void add_power(const struct chart *c, const struct chart_cpu_row *cpu, unsigned y, struct text *t)
{
    begin_row(t, y);
    text_printf(t, "power</text><title>CPU %" PRIu32 ": idle states", cpu->number);
    if (cpu->max_khz)
        text_printf(t, "; frequency, %.3f GHz at most", (double)cpu->max_khz / 1e6);
    text_add(t, "</title>\n");
    for (unsigned state = 0; state < CHART_LANES; state++)
        add_lane(c, &cpu->idle, state, y, t, (const char *const[]){ "i0", "i1", "i2", "i3" }[state]);
    add_clock(c, cpu, y, t);
    text_add(t, "</g>\n");
}

static void add_task(const struct chart *c, const struct chart_task_row *k, unsigned y, struct text *t)
{
    begin_row(t, y);
    timechart_svg_add_name(t, k->comm, k->task->tid, NAME_MAX);
    text_printf(t, ":%d</text><title>", k->task->tid);
    timechart_svg_add_name(t, k->comm, k->task->tid, SIZE_MAX);
    text_printf(t, ":%d of process %d", k->task->tid, k->task->pid);
    add_spent(t, "ran", k->spent[CHART_RUN]);
    text_printf(t, " in %" PRIu64 " run%s", k->runs, text_plural(k->runs));
    add_spent(t, "waited for a CPU", k->spent[CHART_WAIT]);
    add_spent(t, "was blocked", k->spent[CHART_BLOCK]);
    text_add(t, "</title>\n");
    uint32_t from = pixel_of(c, k->first), to = pixel_of(c, k->last);
    text_printf(t, "<path class=\"a\" d=\"M%u %uh%u\"/>\n", SVG_LEFT + from, y + BAR, to - from + 1);
    add_bars(c, &k->row, y, t);
    text_add(t, "</g>\n");
}

/* ---- the page ---- */

static unsigned rows_of(const struct chart *c)
{
    unsigned n = (unsigned)(c->ncpus + c->ntasks);
    for (size_t i = 0; i < c->ncpus; i++)
        n += c->cpus[i].has_power;
    return n;
}

static void add_style(struct text *t)
{
    text_add(t, "<style>text{font:11px sans-serif;fill:#222}.n{text-anchor:end}.l{font-size:10px;fill:#fff}"
                ".h{font-size:13px;font-weight:bold}.t{text-anchor:middle;fill:#666;font-size:10px}"
                ".g{stroke:#ddd;fill:none}.a{stroke:#bbb;fill:none}.f{stroke:#a02020;fill:none}");
    for (unsigned i = 0; i < CHART_LANES; i++)
        text_printf(t, ".%s{fill:%s}.i%u{fill:%s}", lanes[i].class, lanes[i].fill, i, idle_fills[i]);
    text_add(t, "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
}

static void timechart_svg_add_heading(const struct chart *c, const char *title, struct text *t)
{
    unsigned x = 10;
    text_add(t, "<text class=\"h\" x=\"10\" y=\"18\">");
    text_add_xml(t, title, 100);
    text_add(t, ": ");
    timechart_svg_duration(t, c->last - c->first);
    text_add(t, " from ");
    sched_time(t, c->first, 0);
    text_add(t, "</text>\n");
    for (unsigned i = 0; i < CHART_LANES; i++) {
        if (i == CHART_MARKED && !c->marked && !c->mark_from)
            continue;
        text_printf(t,
                    "<rect class=\"%s\" x=\"%u\" y=\"28\" width=\"10\" height=\"10\"/><text x=\"%u\" "
                    "y=\"37\">%s</text>\n",
                    lanes[i].class, x, x + 14, lanes[i].words);
        x += 34 + CHAR * (unsigned)strlen(lanes[i].words);
    }
    for (size_t i = 0; i < c->ncpus; i++)
        if (c->cpus[i].has_power) {
            text_printf(t,
                        "<rect class=\"i2\" x=\"%u\" y=\"28\" width=\"10\" height=\"10\"/><text x=\"%u\" "
                        "y=\"37\">idle state, the darker the deeper; line: frequency</text>\n",
                        x, x + 14);
            break;
        }
}

/* The distance of two times on the axis: 1, 2 or 5 times a power of ten ns, the shortest that leaves room
   for their text. */
static uint64_t tick_of(const struct chart *c)
{
    uint64_t step = 1;
    for (unsigned i = 0; step / c->per < TICK_MIN; i++) {
        if (step > UINT64_MAX / 10)
            return step;
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
}

static void add_ticks(const struct chart *c, unsigned bottom, struct text *t)
{
    uint64_t step = tick_of(c), span = c->last - c->first;
    for (uint64_t at = 0; at <= span; at += step) {
        unsigned x = SVG_LEFT + pixel_of(c, c->first + at);
        if (x > SVG_LEFT + c->slices - TICK_MIN / 3) /* no room for the text of the time */
            break;
        text_printf(t, "<path class=\"g\" d=\"M%u %uV%u\"/><text class=\"t\" x=\"%u\" y=\"%u\">", x, TOP - 6,
                    bottom, x, TOP - 9);
        timechart_svg_duration(t, at);
        text_add(t, "</text>\n");
        if (span - at < step)
            break;
    }
}

static void timechart_svg_add_rest(const struct chart *c, unsigned y, struct text *t)
{
    text_printf(t, "<text x=\"%u\" y=\"%u\">", SVG_LEFT, y + BAR);
    if (c->tasks_left_out) {
        text_printf(t, "%" PRIu64 " more thread%s ran ", c->tasks_left_out, text_plural(c->tasks_left_out));
        timechart_svg_duration(t, c->run_left_out);
        text_add(t, " in all");
    }
    if (c->tasks_left_out && c->cpus_left_out)
        text_add(t, "; ");
    if (c->cpus_left_out)
        text_printf(t, "%" PRIu64 " more CPUs", c->cpus_left_out);
    text_add(t, "</text>\n");
}

/* Writes and empties the buffered text. It is called per row, since a row of a wide picture may take a
   megabyte. */
static bool timechart_svg_put(struct text *t, struct output *to, struct err *e)
{
    bool ok = !t->n || output_add(to, t->s, t->n, e);
    t->n = 0;
    return ok;
}

static bool draw_rows(const struct chart *c, unsigned y, struct text *t, struct output *to, struct err *e)
{
    bool ok = true;
    for (size_t i = 0; ok && i < c->ncpus; i++, y += ROW) {
        add_cpu(c, &c->cpus[i], y, t);
        if (c->cpus[i].has_power)
            add_power(c, &c->cpus[i], y += ROW, t);
        ok = timechart_svg_put(t, to, e);
    }
    y += GAP;
    for (size_t i = 0; ok && i < c->ntasks; i++, y += ROW) {
        add_task(c, &c->tasks[i], y, t);
        ok = timechart_svg_put(t, to, e);
    }
    if (c->tasks_left_out || c->cpus_left_out)
        timechart_svg_add_rest(c, y, t);
    return ok;
}

bool timechart_svg_draw(const struct chart *c, const char *title, struct output *to, struct err *e)
{
    unsigned width = SVG_LEFT + c->slices + SVG_RIGHT;
    unsigned bottom = TOP + rows_of(c) * ROW + GAP, height = bottom + ROW + GAP;
    struct text t = { 0 };
    text_printf(&t,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                "shape-rendering=\"crispEdges\">\n",
                width, height, width, height);
    add_style(&t);
    timechart_svg_add_heading(c, title, &t);
    add_ticks(c, bottom, &t);
    bool ok = draw_rows(c, TOP, &t, to, e);
    text_add(&t, "</svg>\n");
    ok = ok && timechart_svg_put(&t, to, e);
    text_free(&t);
    return ok;
}
