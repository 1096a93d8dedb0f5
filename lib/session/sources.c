/* Decides which sources of symbols are searched, and in which order. */
#include <errno.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "archive/source/sources.h"
#include "core/base/file/file.h"
#include "formats/perf/file/perfdata.h"
#include "lib/session/session.h"

/* ns: the longest time assumed between the start of a recording and its first sample, and between its last sample and
   the last write to the file. */
static const uint64_t AROUND = UINT64_C(10) * 1000 * 1000 * 1000;

static bool add_chosen(struct session *s, const char *path, struct err *e)
{
    if (!path)
        return true;
    struct source *source = source_file(path, true, e);
    source_list_add(&s->sources, source);
    return source;
}

/* Adds a folder of symbols. False with `e` set if it does not exist: without an error, the user would not learn why no
   file is found. An empty name adds no folder, as in perf. */
static bool add_tree(struct session *s, const char *dir, const char *release, struct err *e)
{
    struct file_status st;
    if (*dir && !file_look(dir, &st))
        return err_set(e, ERR_IO, 0, "cannot open %s: %s", dir, strerror(errno));
    if (*dir && st.kind != FILE_FOLDER)
        return err_set(e, ERR_USAGE, 0, "--symfs: %s is not a folder", dir);
    source_list_add(&s->sources, source_tree(dir, release));
    return true;
}

static void add_below(struct session *s, struct source *(*make)(const char *path), const char *dir,
                      const char *name)
{
    struct text path = { 0 };
    text_printf(&path, "%s/%s", dir, name);
    source_list_add(&s->sources, make(path.s));
    text_free(&path);
}

static void add_beside(struct session *s, const char *capture)
{
    struct text folder = { 0 };
    size_t n = strlen(capture);
    while (n > 1 && capture[n - 1] == '/')
        n--;
    while (n && capture[n - 1] != '/')
        n--;
    if (!strcmp(capture, "-"))
        return; /* the path has no folder */
    if (n)
        text_add_n(&folder, capture, n > 1 ? n - 1 : 1);
    else
        text_add(&folder, ".");
    if (!file_same(folder.s, "/tmp")) /* files in /tmp belong to this machine, so add_live() judges them */
        source_list_add(&s->sources, source_perf_maps(folder.s));
    source_list_add(&s->sources, source_archive_of(capture));
    text_free(&folder);
}

/* When the recording that ended at `until` began, estimated by the times of its samples; ns since 1970; UINT64_MAX:
   unknown. */
static uint64_t began(const struct capture *c, uint64_t until)
{
    const uint64_t took = c->last_time - c->first_time + AROUND;
    if (c->first_time > c->last_time)
        return UINT64_MAX;
    if (until > took)
        return until - took;
    return 0;
}

/* Adds the recorded machine as a source of files that are no longer at their recorded paths. A user who packs is
   assumed to work on the recorded machine. */
static void add_live(struct session *s)
{
    const struct live_recording recorded = {
        .env = &s->capture->env,
        .kernel = timeline_kernel_map(s->timeline, -1),
        .timeline = s->timeline,
        .last = s->capture->last_time,
        .until = file_mtime(perfdata_file(s->capture)), /* unknown for a capture in a folio */
    };
    const bool here = source_live_is_here(&recorded);
    s->sources.until = here ? recorded.until : 0;
    s->sources.since = began(s->capture, s->sources.until);
    if (here)
        sources_drop_replaced_ids(s->timeline, s->sources.since, s->sources.until);
    if (!s->live && !here)
        return;
    struct source *live = source_live("", &recorded);
    /* users who only read rarely are on the recorded machine, and it is slow, since it searches all of /proc: so it
       comes last */
    live->remote = !s->live;
    source_list_add(&s->sources, live);
}

/* Adds files that are stored with the capture, then files that the user named, then files that came with
   the capture, then files that this machine may have. The build-id decides in every case. */
bool session_add_sources(struct session *s, struct err *e)
{
    const char *release = s->capture->env.release;
    if (s->folio)
        source_list_add(&s->sources, source_folio(s->folio, s->number));
    bool ok = add_chosen(s, s->o.vmlinux, e) && add_chosen(s, s->o.kallsyms, e);
    for (size_t i = 0; ok && i < s->o.nobjects; i++)
        ok = sources_add(&s->sources, s->o.objects[i], release, e);
    if (s->unwrapped->is_tar)
        source_list_add(&s->sources, source_archive_containing(s->o.path));
    if (!ok || (s->o.symfs && !add_tree(s, s->o.symfs, release, e)))
        return false;
    source_list_add(&s->sources, source_simpleperf(s->capture));
    source_list_add(&s->sources, source_bpf_code(s->capture));
    if (timeline_has_jit_code(s->timeline))
        source_list_add(&s->sources, source_jit_code(&s->sources));
    if (s->folio)
        source_list_add(&s->sources, source_folio_kcore(s->folio, s->number));
    else if (s->capture->is_directory) {
        source_list_add(&s->sources, source_kcore(s->capture->path));
        source_list_add(&s->sources, source_recorded_listing(s->capture->path));
    }
    if (!s->o.isolated && !s->folio)
        add_beside(s, s->capture->path);
    if (!s->o.isolated && s->o.home)
        add_below(s, source_cache, s->o.home, ".debug");
    if (!s->o.isolated && !s->o.symfs)
        source_list_add(&s->sources, source_host(release));
    if (!s->o.isolated && (s->live || !s->folio))
        add_live(s);
    return !s->o.debuginfod || session_add_servers(s, e);
}
