/*
 * debug_files: suggests how to get the debug files of an object, from the facts in the recording about its
 * machine. There are two tables. One maps the release of a kernel to a distribution. The other has the ways
 * to get files, each for some kinds of objects, and for some distributions or for all. In a way {id} stands
 * for the build-id, {xx} and {rest} for its first byte and its other bytes, {path} for the recorded path,
 * {name} for the last part of the path, {release} for the kernel's release. A way is left out if it uses a
 * value that the capture does not have, or a name with characters that are special to a shell.
 */
#include "lib/question/doctor/diagnosis.h"

#include <string.h>

enum { RELEASE_MAX = 65 }; /* size in struct utsname; a kernel has no longer release */

enum distribution { DEBIAN, UBUNTU, FEDORA, RHEL, ARCH, SUSE, OTHER };

/* Patterns of `uname -r`: # stands for digits, * for any text. The first matching row decides. */
static const struct {
    const char *pattern;
    enum distribution is;
} releases[] = {
    { "*.fc#.*", FEDORA },          /* 6.6.8-200.fc39.x86_64                   */
    { "*.el#*", RHEL },             /* 5.14.0-362.8.1.el9_3.x86_64             */
    { "*-arch#-#", ARCH },          /* 6.6.8-arch1-1                           */
    { "*-zen#-#-zen", ARCH },       /* 6.6.8-zen1-1-zen                        */
    { "*-default", SUSE },          /* 6.4.0-150600.23-default                 */
    { "#.#.#-#-generic*", UBUNTU }, /* 5.15.0-91-generic, ...-generic-lpae     */
    { "#.#.#-#-lowlatency", UBUNTU },
    { "#.#.#-#-aws", UBUNTU },
    { "#.#.#-#-azure", UBUNTU },
    { "#.#.#-#-gcp", UBUNTU },
    { "#.#.#-#-kvm", UBUNTU },
    { "#.#.#-#-oem", UBUNTU },
    { "#.#.#-#-raspi", UBUNTU },
    { "*+deb#-*", DEBIAN },         /* 6.12.9+deb13-amd64                      */
    { "#.#.#-#.deb#.#-*", DEBIAN }, /* 6.1.0-0.deb11.5-amd64, a backport       */
    { "#.#.0-#-*", DEBIAN },        /* 6.1.0-13-amd64, 5.10.0-26-cloud-amd64   */
};

static const char *const names[OTHER + 1] = { [DEBIAN] = "Debian", [UBUNTU] = "Ubuntu", [FEDORA] = "Fedora",
                                              [RHEL] = "RHEL",     [ARCH] = "Arch",     [SUSE] = "openSUSE" };

#define BIT(k)      (1u << (k))
#define HAS_FILE    (BIT(OBJECT_USER) | BIT(OBJECT_MODULE))
#define HAS_SERVER  (HAS_FILE | BIT(OBJECT_KERNEL) | BIT(OBJECT_VDSO))
#define KERNEL_ONLY BIT(OBJECT_KERNEL)

static const struct {
    unsigned kinds; /* bits of enum object_kind */
    unsigned of;    /* bits of enum distribution; 0: any */
    const char *way;
} ways[] = {
    { HAS_SERVER, BIT(DEBIAN), "https://debuginfod.debian.net/buildid/{id}/debuginfo" },
    { BIT(OBJECT_USER), BIT(DEBIAN),
      "apt install PACKAGE-dbgsym (from debian-debug; there, find-dbgsym-packages {path} names it)" },
    { KERNEL_ONLY, BIT(DEBIAN),
      "apt install linux-image-{release}-dbg: /usr/lib/debug/boot/vmlinux-{release}" },
    { BIT(OBJECT_MODULE), BIT(DEBIAN),
      "apt install linux-image-{release}-dbg: /usr/lib/debug/lib/modules/{release}/" },
    { HAS_SERVER, BIT(UBUNTU), "https://debuginfod.ubuntu.com/buildid/{id}/debuginfo" },
    { BIT(OBJECT_USER), BIT(UBUNTU),
      "apt install PACKAGE-dbgsym (from ddebs.ubuntu.com; there, find-dbgsym-packages {path} names it)" },
    { KERNEL_ONLY, BIT(UBUNTU),
      "apt install linux-image-{release}-dbgsym (from ddebs.ubuntu.com): "
      "/usr/lib/debug/boot/vmlinux-{release}" },
    { HAS_SERVER, BIT(FEDORA), "https://debuginfod.fedoraproject.org/buildid/{id}/debuginfo" },
    { HAS_FILE, BIT(FEDORA) | BIT(RHEL),
      "dnf --enablerepo='*debug*' install /usr/lib/debug/.build-id/{xx}/{rest}.debug" },
    { BIT(OBJECT_USER), BIT(FEDORA) | BIT(RHEL),
      "dnf debuginfo-install PACKAGE (there, rpm -qf {path} names it)" },
    { KERNEL_ONLY, BIT(FEDORA) | BIT(RHEL),
      "dnf --enablerepo='*debug*' install kernel-debuginfo-{release}: "
      "/usr/lib/debug/lib/modules/{release}/vmlinux" },
    { HAS_SERVER, BIT(ARCH), "https://debuginfod.archlinux.org/buildid/{id}/debuginfo" },
    { HAS_SERVER, BIT(SUSE), "https://debuginfod.opensuse.org/buildid/{id}/debuginfo" },
    { HAS_FILE, BIT(SUSE), "zypper install -C 'debuginfo(build-id)={id}'" },
    { KERNEL_ONLY, BIT(SUSE),
      "zypper install kernel-default-debuginfo: /usr/lib/debug/boot/vmlinux-{release}.debug" },
    { HAS_SERVER, BIT(OTHER), "debuginfod-find debuginfo {id}" },
    { HAS_FILE, 0, "of the recorded machine: {path}" },
    { BIT(OBJECT_MODULE), 0, "of the recorded machine: {name}.ko below /lib/modules/{release}/" },
    { BIT(OBJECT_VDSO), 0, "of the recorded machine: ~/.debug/[vdso]/{id}/vdso" },
    { KERNEL_ONLY, 0, "of the recorded machine: ~/.debug/[kernel.kallsyms]/{id}/kallsyms" },
    { KERNEL_ONLY | BIT(OBJECT_MODULE), 0,
      "of the recorded machine, in the boot that was recorded and as root: /proc/kallsyms, for --kallsyms" },
    { BIT(OBJECT_JIT), 0,
      "of the recorded machine, to be put beside the capture: {path}, if its runtime was told to write one" },
};

static bool fits(const char *pattern, const char *s)
{
    for (; *pattern && *pattern != '*'; pattern++) {
        const size_t digits = strspn(s, "0123456789");
        const bool is_number = *pattern == '#', fits_here = is_number ? digits > 0 : *pattern == *s;
        if (!fits_here)
            return false;
        s += is_number ? digits : 1;
    }
    if (!*pattern)
        return !*s;
    for (; *s; s++)
        if (fits(pattern + 1, s))
            return true;
    return fits(pattern + 1, s);
}

static enum distribution distribution_of(const struct env *env)
{
    bool known = env->release && strnlen(env->release, RELEASE_MAX) < RELEASE_MAX;
    for (size_t i = 0; known && i < COUNT(releases); i++)
        if (fits(releases[i].pattern, env->release))
            return releases[i].is;
    return OTHER;
}

const char *doctor_distribution(const struct env *env)
{
    return names[distribution_of(env)];
}

/* Whether a shell reads `s` as a single plain word, since users copy the suggested commands. */
static bool debug_files_is_plain(const char *s)
{
    for (; *s; s++)
        if (!strchr("/._+-@:,%=", *s) && !(*s >= '0' && *s <= '9') && !(*s >= 'a' && *s <= 'z') &&
            !(*s >= 'A' && *s <= 'Z'))
            return false;
    return true;
}

/* Appends a way with its words replaced. False, and nothing is appended: one of the words is unknown. */
static bool expand(const char *way, const struct env *env, const struct object *o, struct text *out)
{
    const char *slash = strrchr(o->path, '/');
    size_t before = out->n, length = strlen(o->path);
    char hex[BUILD_ID_HEX] = "";
    struct text first = { 0 }, name = { 0 };
    bool known = true;
    if (o->build_id.n)
        object_build_id_text(&o->build_id, hex);
    if (strlen(hex) > 2)
        text_add_n(&first, hex, 2);
    if (!slash && o->path[0] == '[' && length > 2) /* a module of which only the name is known */
        text_add_n(&name, o->path + 1, length - 2);
    const char *id = NULL, *rest = NULL, *path = NULL;
    if (*hex)
        id = hex;
    if (first.n)
        rest = hex + 2;
    if (slash)
        path = o->path;
    const struct {
        const char *word, *value; /* NULL: unknown */
    } words[] = { { "{id}", id },     { "{xx}", first.s },  { "{rest}", rest },
                  { "{path}", path }, { "{name}", name.s }, { "{release}", env->release } };
    while (*way && known) {
        size_t plain = strcspn(way, "{"), i = 0;
        text_add_n(out, way, plain);
        way += plain;
        while (*way && strncmp(way, words[i].word, strlen(words[i].word)))
            i++;
        known = !*way || (words[i].value && debug_files_is_plain(words[i].value));
        if (!*way || !known)
            break;
        text_add(out, words[i].value);
        way += strlen(words[i].word);
    }
    text_free(&first);
    text_free(&name);
    if (!known && out->s)
        out->s[out->n = before] = 0;
    return known;
}

/* Whether files at a path usually come from a distribution's packages. */
static bool is_packaged(const char *path)
{
    static const char *const tops[] = { "/usr/", "/lib", "/bin/", "/sbin/" };
    if (!strncmp(path, "/usr/local/", 11))
        return false;
    for (size_t i = 0; i < COUNT(tops); i++)
        if (!strncmp(path, tops[i], strlen(tops[i])))
            return true;
    return false;
}

bool doctor_suggestion(const struct env *env, const struct object *o, size_t i, struct text *out)
{
    bool user = o->kind == OBJECT_USER;
    enum distribution is = OTHER;
    if (!user || is_packaged(o->path))
        is = distribution_of(env);
    for (size_t k = 0; k < COUNT(ways); k++) {
        if (!(ways[k].kinds & BIT(o->kind)) || (ways[k].of && !(ways[k].of & BIT(is))))
            continue;
        if (user && ways[k].of && !o->build_id.n)
            continue; /* the packaged debug file is found by its build-id */
        size_t before = out->n;
        if (!expand(ways[k].way, env, o, out))
            continue;
        if (!i--)
            return true;
        out->n = before;
        out->s[before] = 0;
    }
    return false;
}
