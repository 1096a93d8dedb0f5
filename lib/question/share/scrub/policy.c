#include "lib/question/share/scrub/policy.h"

#include <ctype.h>
#include <string.h>

#include "arch/arch.h"
#include "core/model/record.h"

// clang-format off
static const struct {
    const char *key, *words;
    unsigned char at[SCRUB_LEVELS];
} policy[SCRUB_KINDS] = {
    /*                                                                          team        vendor      public      nothing */
    [SCRUB_STACK]        = { "stack",        "stack dumps and registers",     { ACT_DROP,   ACT_DROP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_RAW]          = { "raw",          "raw data of events",            { ACT_KEEP,   ACT_DROP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_CODE]         = { "code",         "code of programs",              { ACT_KEEP,   ACT_DROP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_COMMAND_LINE] = { "command_line", "words of command lines",        { ACT_DROP,   ACT_DROP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_HOST]         = { "host",         "names of hosts",                { ACT_KEEP,   ACT_NAME,   ACT_NAME,   ACT_NAME } },
    [SCRUB_MACHINE]      = { "machine",      "facts about the machine",       { ACT_KEEP,   ACT_KEEP,   ACT_KEEP,   ACT_DROP } },
    [SCRUB_CLOCK]        = { "clock",        "times of day",                  { ACT_KEEP,   ACT_KEEP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_USER_PATH]    = { "user_path",    "paths of users' files",         { ACT_KEEP,   ACT_FOLDER, ACT_NAME,   ACT_NAME } },
    [SCRUB_SYSTEM_PATH]  = { "system_path",  "paths of the system's files",   { ACT_KEEP,   ACT_KEEP,   ACT_KEEP,   ACT_NAME } },
    [SCRUB_COMMAND]      = { "command",      "names of threads",              { ACT_KEEP,   ACT_KEEP,   ACT_NAME,   ACT_NAME } },
    [SCRUB_EVENT]        = { "event",        "names of probes and events",    { ACT_KEEP,   ACT_KEEP,   ACT_NAME,   ACT_NAME } },
    [SCRUB_CGROUP]       = { "cgroup",       "control groups",                { ACT_KEEP,   ACT_NAME,   ACT_NAME,   ACT_NAME } },
    [SCRUB_NUMBER]       = { "number",       "files and namespaces",          { ACT_KEEP,   ACT_KEEP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_BUILD_ID]     = { "build_id",     "build-ids",                     { ACT_KEEP,   ACT_KEEP,   ACT_KEEP,   ACT_DROP } },
    [SCRUB_SYMBOL]       = { "symbol",       "names of functions",            { ACT_KEEP,   ACT_KEEP,   ACT_KEEP,   ACT_NAME } },
    [SCRUB_ADDRESS]      = { "address",      "addresses of code",             { ACT_KEEP,   ACT_KEEP,   ACT_REBASE, ACT_REBASE } },
    [SCRUB_DATA_ADDRESS] = { "data_address", "addresses of data",             { ACT_KEEP,   ACT_KEEP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_SOURCE_PATH]  = { "source_path",  "paths of source files",         { ACT_KEEP,   ACT_FOLDER, ACT_NAME,   ACT_DROP } },
    [SCRUB_SOURCE]       = { "source",       "lines of source text",          { ACT_KEEP,   ACT_DROP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_FILE]         = { "file",         "whole files",                   { ACT_DROP,   ACT_DROP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_NOTE]         = { "note",         "notes, labels and names",       { ACT_KEEP,   ACT_KEEP,   ACT_DROP,   ACT_DROP } },
    [SCRUB_UNKNOWN]      = { "unknown",      "unknown records and features",  { ACT_DROP,   ACT_DROP,   ACT_DROP,   ACT_DROP } },
};

/* Header features, by their bits (formats/perf/features/feature.c). Bits without a row are unknown. */
enum { NO_KIND = -1 };
static const struct {
    unsigned char bit;
    signed char kind;
} features[] = {
    { 1, SCRUB_RAW }, { 2, NO_KIND }, { 3, SCRUB_HOST }, { 4, SCRUB_MACHINE }, { 5, NO_KIND }, { 6, NO_KIND }, { 7, SCRUB_MACHINE },
    { 8, SCRUB_MACHINE }, { 9, SCRUB_MACHINE }, { 10, SCRUB_MACHINE }, { 11, SCRUB_COMMAND_LINE }, { 12, NO_KIND },
    { 13, SCRUB_MACHINE }, { 14, SCRUB_MACHINE }, { 15, NO_KIND }, { 16, SCRUB_MACHINE }, { 17, NO_KIND }, { 19, NO_KIND },
    { 20, SCRUB_MACHINE }, { 21, NO_KIND }, { 22, SCRUB_MACHINE }, { 23, NO_KIND }, { 25, SCRUB_CODE }, { 26, SCRUB_CODE },
    { 28, SCRUB_MACHINE }, { 29, SCRUB_CLOCK }, { 30, SCRUB_MACHINE }, { 31, SCRUB_MACHINE }, { 32, SCRUB_MACHINE },
    { 33, NO_KIND }, { 34, SCRUB_MACHINE },
};

/* Types of records that are kept or dropped as a whole. Types without a row are unknown. */
static const struct {
    unsigned char type;
    signed char kind;
} records[] = {
    { PERF_RECORD_MMAP, NO_KIND }, { PERF_RECORD_MMAP2, NO_KIND }, { PERF_RECORD_LOST, NO_KIND }, { PERF_RECORD_COMM, NO_KIND },
    { PERF_RECORD_EXIT, NO_KIND }, { PERF_RECORD_FORK, NO_KIND }, { PERF_RECORD_THROTTLE, NO_KIND },
    { PERF_RECORD_UNTHROTTLE, NO_KIND }, { PERF_RECORD_READ, NO_KIND }, { PERF_RECORD_LOST_SAMPLES, NO_KIND },
    { PERF_RECORD_SWITCH, NO_KIND }, { PERF_RECORD_SWITCH_CPU_WIDE, NO_KIND }, { PERF_RECORD_NAMESPACES, SCRUB_NUMBER },
    { PERF_RECORD_KSYMBOL, NO_KIND }, { PERF_RECORD_BPF_EVENT, NO_KIND }, { PERF_RECORD_CGROUP, NO_KIND },
    { PERF_RECORD_TEXT_POKE, SCRUB_CODE }, { PERF_RECORD_CALLCHAIN_DEFERRED, NO_KIND },
    { PERF_RECORD_HEADER_ATTR, NO_KIND }, { PERF_RECORD_HEADER_BUILD_ID, NO_KIND }, { PERF_RECORD_FINISHED_ROUND, NO_KIND },
    { PERF_RECORD_FINISHED_INIT, NO_KIND }, { PERF_RECORD_ID_INDEX, NO_KIND }, { PERF_RECORD_THREAD_MAP, NO_KIND },
    { PERF_RECORD_CPU_MAP, NO_KIND }, { PERF_RECORD_STAT_CONFIG, NO_KIND }, { PERF_RECORD_STAT, NO_KIND },
    { PERF_RECORD_STAT_ROUND, NO_KIND }, { PERF_RECORD_EVENT_UPDATE, NO_KIND }, { PERF_RECORD_TIME_CONV, SCRUB_CLOCK },
    { PERF_RECORD_HEADER_FEATURE, NO_KIND }, { PERF_RECORD_HEADER_EVENT_TYPE, NO_KIND }, { PERF_RECORD_BPF_METADATA, SCRUB_CODE },
};

/* Folders of a system, which are the same on many machines. /usr/local and /opt have what somebody chose to put there. */
static const char *const systems[] = {
    "/usr/bin/", "/usr/sbin/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libx32/", "/usr/libexec/", "/lib/", "/lib32/", "/lib64/",
    "/libx32/", "/bin/", "/sbin/", "/boot/", "/dev/", "/system/", "/apex/", "/nix/store/", "/gnu/store/",
};

/* Folders in them in which programs and users choose the names. */
static const char *const others[] = { "/dev/shm/", "/dev/mapper/", "/dev/disk/", "/dev/hugepages", "/dev/mqueue/", "/dev/zero" };

/* What the kernel and perf name themselves, and what may follow in the name. */
enum end_of_name { ENDS, MAY_BE_DELETED, KEY_OF_MEMORY, SYMBOL_OF_KERNEL, NUMBER_AND_SYMBOL };
static const struct {
    const char *name;
    enum end_of_name ends;
} own_names[] = {
    { "[kernel.kallsyms]", SYMBOL_OF_KERNEL }, { "[kernel.vmlinux]", SYMBOL_OF_KERNEL }, { "[guest.kernel.kallsyms", NUMBER_AND_SYMBOL },
    { "//anon", ENDS }, { "//toolong", ENDS }, { "//enomem", ENDS }, { "/dev/zero", MAY_BE_DELETED }, { "/anon_hugepage", MAY_BE_DELETED },
    { "/SYSV", KEY_OF_MEMORY },
};

/* What the kernel's own callers of anon_inode_getfile() name. Other drivers have names that tell what they are. */
static const char *const inodes[] = {
    "[perf_event]", "[io_uring]", "[eventpoll]", "[eventfd]", "[signalfd]", "[timerfd]", "[userfaultfd]", "[pidfd]", "[fanotify]",
    "[secretmem]", "[guest_memfd]", "[kvm-gmem]", "[vfio-device]", "[iommufd]", "[fscontext]", "[landlock-ruleset]", "inotify", "bpf-map",
    "bpf-prog", "bpf_link", "btf", "dmabuf", "sync_file", "kvm-vm", "kvm-vcpu", "kvm-device", "i915.gem", "drm", "seccomp notify",
};
// clang-format on

/* Whether a name is that of perf for code that a process made. It has the number of the process alone. */
static bool is_perf_map(const char *name)
{
    static const char head[] = "/tmp/perf-";
    if (strncmp(name, head, strlen(head)) != 0)
        return false;
    const char *end = name + strlen(head) + strspn(name + strlen(head), "0123456789");
    return !strcmp(end, ".map");
}

/* Whether a name is that of a module or of the kernel's memory in a process: a word in brackets, such as [ext4], [heap]
   and [stack:12]. A name that a program gave has a colon with a text: [anon:cache]. */
static bool is_bracketed_word(const char *name)
{
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t n;
    if (*name != '[')
        return false;
    n = 1 + strspn(name + 1, word);
    if (name[n] == ':')
        n += 1 + strspn(name + n + 1, "0123456789");
    return n > 1 && !strcmp(name + n, "]");
}

/* Whether a text is a symbol, as in "[kernel.kallsyms]_text", or nothing. */
static bool is_symbol_or_end(const char *s)
{
    static const char symbol[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$";
    return !s[strspn(s, symbol)];
}

static bool is_end_of_name(const char *end, enum end_of_name how)
{
    enum { KEY = 8 };
    switch (how) {
    case KEY_OF_MEMORY:
        return strspn(end, "0123456789abcdefABCDEF") == KEY && is_end_of_name(end + KEY, MAY_BE_DELETED);
    case MAY_BE_DELETED:
        return !*end || !strcmp(end, " (deleted)");
    case NUMBER_AND_SYMBOL: /* the guest's, as in "[guest.kernel.kallsyms.42]_text" */
        end += *end == '.' ? 1 + strspn(end + 1, "0123456789") : 0;
        return *end == ']' && is_symbol_or_end(end + 1);
    case SYMBOL_OF_KERNEL:
        return is_symbol_or_end(end);
    default:
        return !*end;
    }
}

/* Whether a name is that of an inode without a file, which a driver of the kernel has named. */
static bool is_inode_of_kernel(const char *name)
{
    static const char head[] = "anon_inode:";
    if (strncmp(name, head, strlen(head)) != 0)
        return false;
    name += strlen(head);
    for (size_t i = 0; i < COUNT(inodes); i++) {
        const size_t n = strlen(inodes[i]);
        const char *end = name + n;
        if (!strncmp(name, inodes[i], n) &&
            (!*end || (*end == ':' && !end[1 + strspn(end + 1, "0123456789")])))
            return true;
    }
    return false;
}

static bool is_own_name(const char *name)
{
    for (size_t i = 0; i < COUNT(own_names); i++) {
        const size_t n = strlen(own_names[i].name);
        if (!strncmp(name, own_names[i].name, n) && is_end_of_name(name + n, own_names[i].ends))
            return true;
    }
    return is_bracketed_word(name) || is_perf_map(name) || is_inode_of_kernel(name);
}

static bool is_in_folders(const char *path, const char *const *folders, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strncmp(path, folders[i], strlen(folders[i])))
            return true;
    return false;
}

/* Whether a path leads up somewhere, so that its beginning does not tell where it ends. */
static bool leads_up(const char *path)
{
    for (const char *p = path; (p = strstr(p, "/..")) != NULL; p += 3)
        if (!p[3] || p[3] == '/')
            return true;
    return false;
}

enum scrub_act policy_act(enum scrub_kind kind, enum scrub_level level)
{
    return (enum scrub_act)policy[kind].at[level];
}

const char *policy_key(enum scrub_kind kind)
{
    return policy[kind].key;
}

const char *policy_words(enum scrub_kind kind)
{
    return policy[kind].words;
}

const char *policy_act_name(enum scrub_act act)
{
    static const char *const names[] = { "kept", "dropped", "renamed", "folder renamed", "rebased" };
    return names[act];
}

const char *policy_level_name(size_t level)
{
    static const char *const names[SCRUB_LEVELS] = { "team", "vendor", "public", "nothing" };
    if (level < SCRUB_LEVELS)
        return names[level];
    return NULL;
}

int policy_feature_kind(unsigned bit)
{
    for (size_t i = 0; i < COUNT(features); i++)
        if (features[i].bit == bit)
            return features[i].kind;
    return SCRUB_UNKNOWN;
}

int policy_record_kind(unsigned type)
{
    for (size_t i = 0; i < COUNT(records); i++)
        if (records[i].type == type)
            return records[i].kind;
    return SCRUB_UNKNOWN;
}

int policy_path_kind(const char *path)
{
    static const char debug[] = "/usr/lib/debug", ids[] = "/.build-id/";
    const char *of = path; /* of a debug file: the path of its program */
    if (is_own_name(path))
        return NO_KIND;
    if (!strncmp(path, debug, strlen(debug)) && path[strlen(debug)] == '/')
        of += strlen(debug);
    if (of > path && !strncmp(of, ids, strlen(ids)) && !leads_up(of))
        return SCRUB_SYSTEM_PATH;
    if (is_in_folders(of, systems, COUNT(systems)) && !is_in_folders(of, others, COUNT(others)) &&
        !leads_up(of))
        return SCRUB_SYSTEM_PATH;
    return SCRUB_USER_PATH;
}

/* Whether a character is of the kind that names of files have most. All bytes of characters that are not ASCII are. */
static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_-.@", c)) || (unsigned char)c >= 0x80;
}

bool policy_begins_path(const char *s, size_t at)
{
    if (s[at] != '/' || (at && (is_of_name(s[at - 1]) || s[at - 1] == '/')))
        return false;
    return is_of_name(s[at + 1]) || s[at + 1] == '~' || s[at + 1] == '/';
}
