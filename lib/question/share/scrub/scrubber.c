#include "lib/question/share/scrub/scrubber.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "formats/perf/features/feature.h"
#include "formats/perf/write/put.h"
#include "formats/perf/write/record_write.h"

enum { FRAMES_MOST = 1 << 13 /* more than a record can hold */ };
enum { PERF_TYPES_FIXED = 6 /* later types of events are those of a machine's PMUs */ };

static enum scrub_act act_of(const struct scrubber *x, enum scrub_kind kind)
{
    return disguise_act(x->d, kind);
}

/* Notes the texts of the header that are kept: units of events, and facts about the machine. */
static void note_header(struct scrubber *x)
{
    const struct env *env = &x->c->env;
    const struct events *es = &x->c->events;
    const char *const facts[] = { env->release, env->cpudesc, env->cpuid };
    disguise_keep(x->d, env->arch_name);
    disguise_keep(x->d, env->version);
    for (size_t i = 0; i < COUNT(facts) && act_of(x, SCRUB_MACHINE) == ACT_KEEP; i++)
        disguise_keep(x->d, facts[i]);
    for (uint32_t i = 0; i < es->n; i++)
        disguise_keep(x->d, es->v[i].unit);
}

/* ---- events ---- */

/* Without raw data, and without the tracing data that describe them, a tracepoint is an event with a name. perf reads no
   capture with tracepoints that are not described. */
static void drop_raw(struct attr *a)
{
    a->sample_type &= ~PERF_SAMPLE_RAW;
    if (a->type != PERF_TYPE_TRACEPOINT)
        return;
    a->type = PERF_TYPE_RAW; /* of a dummy event perf prints no address */
    a->config = 0;
}

/* The attr of an event in the new capture: without the fields that are dropped, and with call chains in place of stack
   dumps. */
static struct attr new_attr(struct scrubber *x, const struct event *ev, bool *unwinds)
{
    const uint64_t dumps = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    struct attr a = ev->attr;
    const bool embedded = event_is_off_cpu(ev) && a.sample_type & PERF_SAMPLE_RAW;
    *unwinds = a.sample_type & dumps;
    if ((a.sample_type & dumps) == dumps)
        a.sample_type |= PERF_SAMPLE_CALLCHAIN;
    a.sample_type &= PERF_SAMPLE_KNOWN & ~(dumps | PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_AUX);
    a.sample_regs_user = a.sample_regs_intr = 0;
    a.sample_stack_user = a.aux_sample_size = 0;
    a.sig_data = 0;
    if (act_of(x, SCRUB_RAW) != ACT_KEEP)
        drop_raw(&a);
    if (embedded &&
        act_of(x, SCRUB_RAW) != ACT_KEEP) /* the raw data had the values of the other fields, too */
        a.sample_type = event_sample_bits(ev) & PERF_SAMPLE_KNOWN & ~PERF_SAMPLE_RAW;
    if (act_of(x, SCRUB_ADDRESS) == ACT_KEEP)
        return a;
    if (a.type == PERF_TYPE_BREAKPOINT || a.type >= PERF_TYPES_FIXED)
        a.config1 = 0;
    if (a.type >= PERF_TYPES_FIXED) /* of a probe: an address, too */
        a.config2 = 0;
    return a;
}

/* Takes the addresses out of the name of an event, which is no longer then: "mem:0xffffffff81000000/4:w" becomes "mem:w",
   and "kprobe/config2=.../" becomes "kprobe". */
static void hide_addresses(char *name)
{
    static const char mem[] = "mem:";
    for (char *p = name; (p = strstr(p, mem)) != NULL;) {
        p += strlen(mem);
        if (!isdigit((unsigned char)*p))
            continue;
        size_t n = strspn(p, "0123456789abcdefABCDEFxX/");
        n += p[n] == ':';
        memmove(p, p + n, strlen(p + n) + 1);
    }
    if (!strncmp(name, "kprobe/", 7) || !strncmp(name, "uprobe/", 7))
        name[6] = 0;
}

/* The name of an event in the new capture. */
static const char *new_name(void *scrubber, const char *name)
{
    struct scrubber *x = scrubber;
    struct text made = { 0 };
    text_add(&made, name);
    if (made.n && act_of(x, SCRUB_ADDRESS) != ACT_KEEP)
        hide_addresses(made.s);
    const char *now = disguise_event(x->d, text_str(&made));
    text_free(&made);
    return now;
}

/* The name of an event of the capture; one that this program makes up tells nothing. */
static const char *name_of_event(struct scrubber *x, const struct event *ev)
{
    if (ev->is_named)
        return new_name(x, ev->name);
    disguise_keep(x->d, ev->name);
    return ev->name;
}

void scrubber_init(struct scrubber *x, struct session *s, struct disguise *d, struct keeping *keeping,
                   struct problems *problems)
{
    static const struct stack_opts stack = { .max = FRAMES_MOST, .innermost = true };
    const struct events *es = &s->capture->events;
    *x = (struct scrubber){ .s = s, .c = s->capture, .d = d, .keeping = keeping, .problems = problems };
    rebase_init(&x->rebase, s->timeline, s->capture->bits == 32);
    address_cache_init(&x->addresses, s->timeline, s->resolver);
    stacks_init(&x->stacks, &x->addresses, s->capture->env.arch, &stack, problems);
    x->attrs = mem_new(es->n, sizeof(*x->attrs));
    x->names = mem_new(es->n, sizeof(*x->names));
    x->unwinds = mem_new(es->n, sizeof(*x->unwinds));
    for (uint32_t i = 0; i < es->n; i++)
        x->attrs[i] = new_attr(x, &es->v[i], &x->unwinds[i]), x->names[i] = name_of_event(x, &es->v[i]);
    disguise_note_programs(d, s->timeline);
    note_header(x);
}

void scrubber_free(struct scrubber *x)
{
    rebase_free(&x->rebase);
    stacks_free(&x->stacks);
    address_cache_free(&x->addresses);
    counts_written_free(&x->counts);
    text_free(&x->feature);
    text_free(&x->chain);
    text_free(&x->branches);
    text_free(&x->block);
    free(x->attrs);
    free(x->names);
    free(x->unwinds);
}

/* ---- samples ---- */

static uint64_t new_address(struct scrubber *x, const struct sample *s, unsigned mode, uint64_t avma)
{
    if (act_of(x, SCRUB_ADDRESS) != ACT_REBASE)
        return avma;
    return rebase_address(&x->rebase, s->pid, mode, avma, s->when);
}

static unsigned marker_mode(uint64_t marker)
{
    switch (marker) {
    case PERF_CONTEXT_KERNEL:
        return PERF_RECORD_MISC_KERNEL;
    case PERF_CONTEXT_HV:
        return PERF_RECORD_MISC_HYPERVISOR;
    case PERF_CONTEXT_GUEST_KERNEL:
        return PERF_RECORD_MISC_GUEST_KERNEL;
    case PERF_CONTEXT_GUEST_USER:
        return PERF_RECORD_MISC_GUEST_USER;
    default:
        return PERF_RECORD_MISC_USER;
    }
}

static uint64_t mode_marker(unsigned mode)
{
    switch (mode) {
    case PERF_RECORD_MISC_KERNEL:
        return PERF_CONTEXT_KERNEL;
    case PERF_RECORD_MISC_HYPERVISOR:
        return PERF_CONTEXT_HV;
    case PERF_RECORD_MISC_GUEST_KERNEL:
        return PERF_CONTEXT_GUEST_KERNEL;
    case PERF_RECORD_MISC_GUEST_USER:
        return PERF_CONTEXT_GUEST_USER;
    default:
        return PERF_CONTEXT_USER;
    }
}

/* Appends the entries of a recorded chain. The cookie of a part that a later record has is no address. */
static void put_entries(struct scrubber *x, const struct sample *s, struct span chain, struct text *out)
{
    unsigned mode = PERF_RECORD_MISC_USER;
    bool cookie = false;
    for (size_t i = 0; i < chain.n / 8; i++) {
        uint64_t entry = sample_word(s, chain, i);
        if (entry >= PERF_CONTEXT_MAX)
            mode = marker_mode(entry);
        else if (!cookie)
            entry = new_address(x, s, mode, entry);
        cookie = entry == PERF_CONTEXT_USER_DEFERRED;
        put_number(out, entry, 8, s->order);
    }
}

/* Appends the frames that were found in the recorded chain, the dumped stack and the link register as a chain. Of a caller
   that was unwound the address is one in its call instruction, where readers find its symbol and its inlined functions. */
static void put_frames(struct scrubber *x, const struct sample *s, struct text *out)
{
    unsigned mode = 0;
    for (size_t i = 0; i < x->stacks.n; i++) {
        const struct frame *f = &x->stacks.frames[i];
        const uint64_t avma = f->avma;
        if (avma >= PERF_CONTEXT_MAX) /* it marks a dump that was cut off */
            continue;
        if (f->mode != mode)
            put_number(out, mode_marker(f->mode), 8, s->order);
        mode = f->mode;
        put_number(out, new_address(x, s, mode, avma), 8, s->order);
    }
}

/* The new chain of a sample; it is in x->chain. */
static void scrub_chain(struct scrubber *x, const struct sample *s, const struct attr *a, struct sample *made)
{
    x->chain.n = 0;
    if (!(a->sample_type & PERF_SAMPLE_CALLCHAIN))
        return;
    if (x->unwinds[s->event - x->c->events.v]) {
        stack_find_frames(&x->stacks, s, address_cache_task_of(&x->addresses, s));
        x->dumped_before += s->user_stack.n > 0;
        x->dumped_short += s->user_stack.n > 0 && x->stacks.n < 2;
        put_frames(x, s, &x->chain);
    } else {
        put_entries(x, s, s->chain, &x->chain);
    }
    made->nchain = x->chain.n / 8;
    made->chain = (struct span){ (const uint8_t *)x->chain.s, x->chain.n };
}

static uint64_t branch_address(struct scrubber *x, const struct sample *s, uint64_t avma)
{
    unsigned mode = PERF_RECORD_MISC_USER;
    if (rebase_is_of_kernel(&x->rebase, avma, s->when))
        mode = PERF_RECORD_MISC_KERNEL;
    return new_address(x, s, mode, avma);
}

static void scrub_branches(struct scrubber *x, const struct sample *s, struct sample *made)
{
    x->branches.n = 0;
    for (size_t i = 0; i < s->branches.n / 24; i++) {
        put_number(&x->branches, branch_address(x, s, sample_word(s, s->branches, 3 * i)), 8, s->order);
        put_number(&x->branches, branch_address(x, s, sample_word(s, s->branches, 3 * i + 1)), 8, s->order);
        put_number(&x->branches, sample_word(s, s->branches, 3 * i + 2), 8, s->order);
    }
    made->branches = (struct span){ (const uint8_t *)x->branches.s, x->branches.n };
}

/* Counts the data of a sample that are not addresses of code. */
static void count_fields(struct scrubber *x, const struct sample *s)
{
    const uint64_t stacks = PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_REGS_INTR;
    x->d->found[SCRUB_STACK] += s->event->attr.sample_type & stacks ? 1 : 0;
    x->d->found[SCRUB_RAW] += s->raw.n > 0;
    x->d->found[SCRUB_ADDRESS]++;
    x->d->found[SCRUB_DATA_ADDRESS] += s->addr || s->phys_addr;
}

static void scrub_sample(void *arg, const struct sample *s, struct span bytes UNUSED, struct text *out)
{
    struct scrubber *x = arg;
    const bool kept = x->keeping->all || keeping_has_sample(x->keeping, s);
    const struct attr *a = &x->attrs[s->event - x->c->events.v];
    struct sample made = *s;
    x->sums.samples_before++;
    if (s->has & PERF_SAMPLE_READ) {
        x->block.n = 0;
        counts_write_block(&x->counts, s, &x->c->events, kept, &x->block);
        made.read = (struct span){ (const uint8_t *)x->block.s, x->block.n };
    }
    if (!kept)
        return;
    count_fields(x, s);
    made.ip = new_address(x, s, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip);
    if (act_of(x, SCRUB_DATA_ADDRESS) != ACT_KEEP)
        made.addr = made.phys_addr = 0;
    scrub_chain(x, s, a, &made);
    scrub_branches(x, s, &made);
    x->keeping->round = false;
    const bool wrote = record_write_sample(&made, a, out);
    x->sums.samples += wrote;
    x->unwritable += !wrote;
}

/* ---- features ---- */

static struct span feature_text(const struct scrubber *x)
{
    return (struct span){ (const uint8_t *)x->feature.s, x->feature.n };
}

/* Notes the words of the command line, which is dropped. */
static void note_command_line(struct scrubber *x)
{
    const struct env *env = &x->c->env;
    for (size_t i = 0; i < env->ncmdline; i++)
        disguise_remove(x->d, SCRUB_COMMAND_LINE, env->cmdline[i]);
}

/* The command line of the new capture: it says that the capture was scrubbed, and for whom. */
static void put_command_line(struct scrubber *x)
{
    const char *const words[] = { SCRUBBED_BY, SCRUBBED_WITH, "--for", policy_level_name(x->d->level) };
    x->feature.n = 0;
    put_number(&x->feature, COUNT(words), 4, x->c->order);
    for (size_t i = 0; i < COUNT(words); i++)
        rewrite_text(x->c->order, words[i], &x->feature);
    leaks_add_own(&x->d->own, feature_text(x));
}

int scrubber_level_of(const struct env *env)
{
    const char *const *words = env->cmdline;
    if (env->ncmdline != 4 || strcmp(words[0], SCRUBBED_BY) != 0 || strcmp(words[1], SCRUBBED_WITH) != 0 ||
        strcmp(words[2], "--for") != 0)
        return -1;
    for (int level = 0; level < SCRUB_LEVELS; level++)
        if (!strcmp(words[3], policy_level_name((size_t)level)))
            return level;
    return -1;
}

/* A feature that is made anew; in x->feature. False: its bytes stay as they are. */
static bool is_made_anew(struct scrubber *x, unsigned bit)
{
    const struct time_range *times = &x->keeping->times;
    x->feature.n = 0;
    if (bit == REWRITE_CMDLINE)
        put_command_line(x);
    else if (bit == REWRITE_HOSTNAME)
        rewrite_text(x->c->order, disguise_text(x->d, SCRUB_HOST, "host-", text_or(x->c->env.hostname, "")),
                     &x->feature);
    else if (bit == REWRITE_EVENT_DESC)
        rewrite_event_desc(x->c, x->attrs, x->names, &x->feature);
    else if (bit == REWRITE_GROUP_DESC)
        rewrite_group_desc(x->c, disguise_event, x->d, &x->feature);
    else if (bit == REWRITE_BUILD_ID)
        rewrite_build_ids(x->c, disguise_path, x->d, &x->feature);
    else if (bit == REWRITE_SAMPLE_TIME && times->from <= times->to)
        rewrite_sample_time(x->c->order, times->from, times->to, &x->feature);
    else
        return false;
    return true;
}

static struct perf_writer_feature scrub_feature(void *arg, unsigned bit)
{
    static const struct perf_writer_feature none = { .present = false };
    struct scrubber *x = arg;
    struct perf_writer_feature f = rewrite_feature(x->c, bit);
    const int kind = policy_feature_kind(bit);
    /* names of events may come from features that are dropped */
    if (!f.present && bit != REWRITE_EVENT_DESC && bit != REWRITE_CMDLINE)
        return none;
    if (kind == SCRUB_COMMAND_LINE)
        note_command_line(x);
    else if (kind >= 0 && kind != SCRUB_HOST)
        x->d->found[kind]++;
    if (kind >= 0 && act_of(x, (enum scrub_kind)kind) == ACT_DROP && bit != REWRITE_CMDLINE)
        return none;
    if (bit == REWRITE_BUILD_ID && act_of(x, SCRUB_BUILD_ID) == ACT_DROP)
        return none;
    if (is_made_anew(x, bit))
        f = (struct perf_writer_feature){ true, feature_text(x) };
    else if (kind == SCRUB_MACHINE)
        leaks_add_own(&x->d->own, f.bytes);
    return f;
}

/* The bytes of features that are made anew must last until all are written. */
static struct perf_writer_feature scrub_feature_lasting(void *arg, unsigned bit)
{
    struct scrubber *x = arg;
    struct perf_writer_feature f = scrub_feature(x, bit);
    if (f.present && f.bytes.n && f.bytes.p == (const uint8_t *)x->feature.s)
        f.bytes = perfdata_copy_bytes(perfdata_of(x->c), f.bytes);
    return f;
}

static struct span scrub_tracing(void *arg)
{
    struct scrubber *x = arg;
    const struct span tracing = feature_tracing(x->c);
    if (tracing.n && disguise_lets_through(x->d, SCRUB_RAW))
        return tracing;
    return (struct span){ NULL, 0 };
}

/* ---- records ---- */

static void scrub_mapping(struct scrubber *x, struct record *r)
{
    const bool of_file = r->mmap.build_id.n || r->mmap.ino;
    r->mmap.filename = disguise_path(x->d, r->mmap.filename);
    x->d->found[SCRUB_NUMBER] += r->mmap.ino != 0;
    x->d->found[SCRUB_BUILD_ID] += r->mmap.build_id.n != 0;
    if (of_file && act_of(x, SCRUB_NUMBER) != ACT_KEEP)
        r->mmap.maj = r->mmap.min = 0, r->mmap.ino = r->mmap.ino_generation = 0;
    if (act_of(x, SCRUB_BUILD_ID) == ACT_DROP) {
        r->misc &= (uint16_t)~PERF_RECORD_MISC_MMAP_BUILD_ID;
        r->mmap.build_id.n = 0;
    }
    if (act_of(x, SCRUB_ADDRESS) == ACT_REBASE)
        rebase_mapping(&x->rebase, r);
}

static void scrub_ksymbol(struct scrubber *x, struct record *r)
{
    r->ksymbol.name = disguise_text(x->d, SCRUB_SYMBOL, "sym_", r->ksymbol.name);
    if (act_of(x, SCRUB_ADDRESS) == ACT_REBASE)
        r->ksymbol.addr = rebase_address(&x->rebase, -1, PERF_RECORD_MISC_KERNEL, r->ksymbol.addr, r->when);
}

/* The user part of call chains; in x->chain. */
static void scrub_deferred(struct scrubber *x, struct record *r)
{
    const struct sample s = { .pid = r->id.pid, .when = r->when, .order = r->order };
    x->chain.n = 0;
    put_entries(x, &s, r->deferred.ips, &x->chain);
    r->deferred.ips = (struct span){ (const uint8_t *)x->chain.s, x->chain.n };
}

/* Appends a record whose members tell something, with what they become. */
static void scrub_members(struct scrubber *x, const struct record *r, struct text *out)
{
    struct record made = *r;
    switch (r->type) {
    case PERF_RECORD_MMAP:
    case PERF_RECORD_MMAP2:
        scrub_mapping(x, &made);
        break;
    case PERF_RECORD_COMM:
        made.comm.comm = disguise_comm(x->d, r->comm.comm);
        break;
    case PERF_RECORD_CGROUP:
        made.cgroup.path = disguise_text(x->d, SCRUB_CGROUP, "/cgroup-", r->cgroup.path);
        break;
    case PERF_RECORD_KSYMBOL:
        scrub_ksymbol(x, &made);
        break;
    case PERF_RECORD_CALLCHAIN_DEFERRED:
        scrub_deferred(x, &made);
        break;
    case PERF_RECORD_HEADER_BUILD_ID:
        made.build_id.path = disguise_path(x->d, r->build_id.path);
        break;
    default:
        break;
    }
    record_write(&made, out);
}

static void scrub_attr_record(struct scrubber *x, const struct record *r, struct text *out)
{
    if (x->nattrs < x->c->events.n)
        rewrite_attr_record(r, &x->attrs[x->nattrs], out);
    x->nattrs++;
}

static void scrub_feature_record(struct scrubber *x, const struct record *r, unsigned bit, struct text *out)
{
    const struct perf_writer_feature f = scrub_feature(x, bit);
    x->marked = x->marked || bit == REWRITE_CMDLINE;
    if (f.present)
        rewrite_put_feature(r->order, bit, f.bytes, out);
}

/* Whether a record is written as a whole: it is no feature of a stream's, and its kind is kept. */
static bool is_let_through(struct scrubber *x, const struct record *r)
{
    int kind = policy_record_kind(r->type);
    if (r->type == PERF_RECORD_HEADER_FEATURE && !rewrite_ends_features(r))
        kind = SCRUB_UNKNOWN;
    if (r->type >= PERF_RECORD_LEGACY_FEATURE)
        kind = policy_feature_kind(r->type - PERF_RECORD_LEGACY_FEATURE);
    if (kind >= 0 && !disguise_lets_through(x->d, (enum scrub_kind)kind))
        return false;
    return keeping_has_record(x->keeping, r);
}

/* Appends a record that has no members. Whatever a damaged capture has in it belongs to another one. */
static void put_bare(const struct record *r, struct text *out)
{
    enum { HEAD = 8 };
    put_number(out, r->type, 4, r->order);
    put_number(out, 0, 2, r->order);
    put_number(out, HEAD, 2, r->order);
}

/* Adds the command line to a stream whose features lack it. */
static void mark_stream(struct scrubber *x, enum byte_order order, struct text *out)
{
    put_command_line(x);
    rewrite_put_feature(order, REWRITE_CMDLINE, feature_text(x), out);
    x->marked = true;
}

static void scrub_record(void *arg, const struct record *r, bool good, struct text *out)
{
    struct scrubber *x = arg;
    const unsigned bit = rewrite_feature_of(r);
    const size_t before = out->n;
    x->sums.records_before++;
    if (rewrite_ends_features(r) && !x->marked)
        mark_stream(x, r->order, out);
    if (!good)
        x->sums.damaged++;
    else if (bit < PERF_FEATURES)
        scrub_feature_record(x, r, bit, out);
    else if (!is_let_through(x, r))
        return;
    else if (r->type == PERF_RECORD_THREAD_MAP)
        rewrite_thread_map(r, disguise_comm, x->d, out);
    else if (r->type == PERF_RECORD_HEADER_ATTR)
        scrub_attr_record(x, r, out);
    else if (rewrite_names_event(r))
        rewrite_event_name(r, new_name, x, out);
    else if (record_is_writable(r->type))
        scrub_members(x, r, out);
    else if (r->type == PERF_RECORD_FINISHED_ROUND || r->type == PERF_RECORD_FINISHED_INIT)
        put_bare(r, out);
    else
        rewrite_copy(r->bytes, out);
    x->sums.records += out->n > before;
}

bool scrubber_write(struct scrubber *x, struct output *out, struct err *e)
{
    const struct rewrite how = { .arg = x,
                                 .attrs = x->attrs,
                                 .record = scrub_record,
                                 .sample = scrub_sample,
                                 .feature = scrub_feature_lasting,
                                 .tracing = scrub_tracing };
    return rewrite_capture(x->c, &how, out, x->problems, e);
}
