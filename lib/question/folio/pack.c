/*
 * pack, merge: the commands that write captures, and the objects that they need, into one folio (packing.c).
 */
#include "lib/question/commands.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "core/base/mem.h"
#include "lib/question/folio/issue.h"

enum { ISSUE_MOST = 25 * 1000 * 1000 }; /* what sites for reports take */

/* The default output: a file in the current folder. The folder of the capture may belong to somebody else. */
static char *default_output(const struct packing *p)
{
    struct text name = { 0 };
    if (p->opts.dry_run && !p->append)
        return mem_copy("-", 1);
    packing_add_base(&name, p->common.inputs.v[0]);
    if (p->give.level >= 0) /* so that it is not taken for the whole folio, nor replaces it */
        text_printf(&name, ".%s", policy_level_name((size_t)p->give.level));
    if (p->html)
        text_add(&name, ".html");
    else
        text_add(&name, ".folio");
    return name.s;
}

static bool take_issue(void *target, const struct option_row *row, const char *value, struct err *e)
{
    uint64_t *most = target;
    *most = ISSUE_MOST;
    return !value || !*value || value_size_read(row->name, value, most, e);
}

#define OPTS struct packing
// clang-format off
#define NOTE_ROWS \
    OPT("note", 0, EACH, notes, "WHERE: TEXT", "add a note about a FUNCTION, FUNCTION+0xOFFSET, FILE:LINE or FROM,TO (repeatable)"), \
    OPT("note-capture", 0, TEXT, note_capture, "NAME", "--note and --drop-notes are about this capture alone"), \
    OPT("drop-notes", 0, FLAG, drops_notes, NULL, "leave out the notes that folios have")
// clang-format on
static const struct option_row pack_rows[] = {
    OPT("output", 'o', TEXT, output, "FOLIO",
        "the folio to write; - is standard output; default for a capture NAME: NAME.folio, scrubbed NAME.public.folio",
        .needs = NEEDS_OUTPUT),
    OPT("html", 0, FLAG, html, NULL,
        "write a page that any browser opens: the program and the folio in one file; default for a capture NAME: "
        "NAME.html, scrubbed NAME.public.html"),
    OPT("page", 0, TEXT, page, "PAGE", "with --html: perfolio.html, the page to write the folio into",
        .needs = NEEDS_INPUT),
    OPT("level", 0, WORD, level, "LEVEL",
        "how much to keep: min: symbols that samples touch; symbols: all symbols of objects that "
        "samples touch; code (default): also the code of sampled functions; full: also whole files",
        .word_at = folio_level_name),
    OPT("dry-run", 0, FLAG, opts.dry_run, NULL, "write nothing; show the size of each object at each level"),
    OPT("source", 0, FLAG, opts.source, NULL, "keep the source text of sampled functions, if it is found"),
    OPT("source-prefix", 0, EACH, prefixes, "OLD=NEW",
        "find source files, which DWARF has below OLD, below NEW (repeatable)", .needs = NEEDS_INPUT),
    OPT("trust-paths", 0, FLAG, trusts, NULL,
        "for a capture of your own: also take files of this machine without proof by a build-id "
        "(by path, inode or pid), even files that not everyone may read"),
    OPT("annotate-limit", 0, AMOUNT, opts.annotate_limit, "PERCENT",
        "at code and full: keep all source lines of functions with this share of the samples "
        "(default 0.05); other functions keep only the lines of sampled addresses",
        .noun = "percentage"),
    OPT("for", 0, WORD, give.level, "WHOM",
        "scrub the captures and what goes with them, for who gets the folio: team, vendor, public, or nothing: "
        "nothing is told but where time went",
        .word_at = policy_level_name),
    GIVING_ROWS(give),
    OPT("for-issue", 0, CALL, most, "SIZE",
        "for a public bug report: --for public, in at most so many bytes (default 25MB): what does not fit is left out, and said",
        .loose = true, .take = take_issue),
    OPT("append", 0, FLAG, append, NULL, "keep the captures that the folio already has",
        .needs = NEEDS_UPDATE),
    OPT("label", 0, EACH, labels, "KEY=VALUE",
        "a label of the captures, for diff --before and --after (repeatable)"),
    NOTE_ROWS,
    OPT_END
};

/* Sets what --for-issue means. Returns why it is refused; NULL: it is not. */
static const char *settle_issue(struct packing *p)
{
    const bool is_level = p->level >= 0 || p->opts.source || p->append || p->html || p->opts.dry_run;
    if (is_level || p->give.level >= 0)
        return "--for-issue chooses by itself: it goes without --for, --level, --source, --append, --html and --dry-run";
    for (size_t i = 0; i < p->common.inputs.n; i++)
        if (!strcmp(p->common.inputs.v[i], "-"))
            return "--for-issue reads its input several times: store what comes from a pipe first";
    p->give.level = SCRUB_PUBLIC;
    return NULL;
}

/* Sets the command and the default output. `why`: the reason why the options are refused, which is
   printed; NULL: none. */
static bool settle(struct packing *p, const char *command, const char *why, struct outlet *err)
{
    p->command = command;
    if (why)
        outlet_print(err, "perfolio %s: %s\n", command, why);
    else if (!p->output)
        p->output = default_output(p);
    return !why;
}

static int pack_run(const void *opts, struct outlet *out, struct outlet *err)
{
    struct packing own = *(const struct packing *)opts;
    if (own.most)
        return issue_run(&own, out, err);
    return packing_run(&own, out, err);
}

static bool prepare_pack(void *opts, struct outlet *err)
{
    struct packing *p = opts;
    const char *why = NULL;
    if (p->level < 0)
        p->opts.level = FOLIO_CODE;
    else
        p->opts.level = (enum folio_level)p->level;
    for (size_t i = 0; i < p->labels.n; i++)
        if (!strchr(p->labels.v[i], '=') || *p->labels.v[i] == '=' || strpbrk(p->labels.v[i], "\n\r"))
            why = "--label takes KEY=VALUE, on one line";
    if (!why && p->most)
        why = settle_issue(p);
    if (why)
        return settle(p, "pack", why, err);
    if (p->opts.source && p->opts.level < FOLIO_CODE)
        why = "--source needs the level code or full";
    else if (p->give.level >= 0 && p->append)
        why =
            "--append keeps the captures of the folio as they are: scrub them together, or pack them without --for";
    else if (p->give.level > SCRUB_TEAM && p->opts.source)
        why = "--source is for --for team: nobody else gets source text";
    else if (p->give.level < 0 && (p->give.key || p->give.write_key || p->give.keep))
        why = "--key, --write-key and --keep need --for";
    else if (p->html && p->append)
        why = "--append adds to a folio, not to a page";
    else if (p->page && !p->html && !p->most)
        why = "--page needs --html";
    else if (p->common.json && p->output && !strcmp(p->output, "-"))
        why = "the folio and --json cannot both go to standard output";
    else if (!p->output && !p->opts.dry_run && p->common.inputs.n > 1)
        why = "no output is named: use -o FOLIO";
    return settle(p, "pack", why, err) && giving_prepare("pack", &p->give, &p->common, p->output, err);
}

const struct command pack_command = COMMAND(
    "pack", "put captures and everything needed to read them into one file, a folio",
    "CAPTURE|FOLIO... -o FOLIO [options]", pack_rows, .size = sizeof(packing_usual), .usual = &packing_usual,
    .prepare = prepare_pack, .run = pack_run, .traits = COMMAND_SEVERAL | COMMAND_OF_HERE);

static const struct option_row merge_rows[] = { OPT("output", 'o', TEXT, output, "FOLIO",
                                                    "the folio; - is standard output", .needs = NEEDS_UPDATE),
                                                NOTE_ROWS, OPT_END };

static bool prepare_merge(void *opts, struct outlet *err)
{
    struct packing *p = opts;
    p->merges = true;
    p->common.isolated = true; /* merge takes objects only from the inputs */
    return settle(p, "merge", p->output ? NULL : "no output is named: use -o FOLIO", err);
}

const struct command merge_command =
    COMMAND("merge", "put the captures of several folios into one", "FOLIO... -o FOLIO [options]", merge_rows,
            .size = sizeof(packing_usual), .usual = &packing_usual, .prepare = prepare_merge, .run = pack_run,
            .traits = COMMAND_SEVERAL | COMMAND_NAMED);
