/* folders: refuses files outside of the folders that are named (linux, Documentation/userspace-api/landlock.rst). */
#define _GNU_SOURCE /* O_PATH, syscall() */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/arch.h"
#include "cli/cage/cage.h"
#include "core/base/file/file.h"

/* The interface of the kernel: linux/landlock.h. */
struct folders_ruleset {
    uint64_t files; /* what is refused unless a rule allows it */
};

struct folders_rule {
    uint64_t allowed;
    int32_t fd;
} __attribute__((packed));

enum {
    RULE_BENEATH = 1,   /* LANDLOCK_RULE_PATH_BENEATH */
    ASK_VERSION = 1,    /* LANDLOCK_CREATE_RULESET_VERSION */
    MAY_WRITE = 1 << 1, /* LANDLOCK_ACCESS_FS_* */
    MAY_READ = 1 << 2,
    MAY_LIST = 1 << 3,
    MAY_REMOVE_FOLDER = 1 << 4,
    MAY_REMOVE = 1 << 5,
    MAY_MAKE_CHAR = 1 << 6,
    MAY_MAKE_FOLDER = 1 << 7,
    MAY_MAKE = 1 << 8,
    MAY_MAKE_SOCKET = 1 << 9,
    MAY_MAKE_FIFO = 1 << 10,
    MAY_MAKE_BLOCK = 1 << 11,
    MAY_MAKE_LINK = 1 << 12,
    MAY_REFER = 1 << 13,    /* links and renames from folder to folder; since version 2 */
    MAY_TRUNCATE = 1 << 14, /* since version 3 */

    FOLDERS_READS = MAY_READ | MAY_LIST,
    FOLDERS_PLACES = MAY_WRITE | MAY_REMOVE | MAY_MAKE | MAY_REFER | MAY_TRUNCATE,
    FOLDERS_TREES = FOLDERS_PLACES | MAY_REMOVE_FOLDER | MAY_MAKE_FOLDER | MAY_MAKE_LINK,
    FOLDERS_CHANGES = FOLDERS_TREES | MAY_MAKE_CHAR | MAY_MAKE_SOCKET | MAY_MAKE_FIFO | MAY_MAKE_BLOCK,
    /* what a rule about a file may allow, rather than about a folder */
    FOLDERS_OF_FILE = MAY_READ | MAY_WRITE | MAY_TRUNCATE,
};

struct folders_rules {
    int fd, add; /* add: the number of landlock_add_rule() */
    uint64_t refused;
    struct err *e;
};

int folders_version(struct err *e)
{
    const int call = calls_number("landlock_create_ruleset");
    if (call < 0)
        return 0;
    const long version = syscall(call, NULL, 0, ASK_VERSION);
    if (version >= 0)
        return (int)version;
    /* Landlock is not built in; it is not started; or a filter of system calls around this process hides it. */
    if (errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM)
        return 0;
    err_set(e, ERR_IO, 0, "the version of Landlock is unknown: %s", strerror(errno));
    return -1;
}

/* Adds a rule about an open file or folder; `allowed` is what it may allow about a folder. False with errno set. */
static bool folders_add_rule(const struct folders_rules *r, int fd, uint64_t allowed)
{
    struct stat st;
    struct folders_rule rule = { .allowed = allowed & r->refused, .fd = fd };
    if (fstat(fd, &st))
        return false;
    if (!S_ISDIR(st.st_mode))
        rule.allowed &= FOLDERS_OF_FILE;
    /* EBADFD: a pipe or the like, which no path leads to, so it is not refused */
    return !rule.allowed || !syscall(r->add, r->fd, RULE_BENEATH, &rule, 0) || errno == EBADFD;
}

/* Allows something below a path. A path that does not exist is skipped: who opens it later meets the same error. */
static bool folders_allow(struct folders_rules *r, const char *path, uint64_t allowed)
{
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return file_errno_is_absent() ||
               err_set(r->e, ERR_IO, 0, "%s cannot be opened: %s", path, strerror(errno));
    const bool ok = folders_add_rule(r, fd, allowed);
    const int why = errno;
    close(fd);
    return ok || err_set(r->e, ERR_IO, 0, "Landlock does not allow %s: %s", path, strerror(why));
}

static bool folders_allow_all(struct folders_rules *r, const struct words *paths, uint64_t allowed)
{
    bool ok = true;
    for (size_t i = 0; ok && i < paths->n; i++)
        ok = folders_allow(r, paths->v[i], allowed);
    return ok;
}

bool folders_refuse(const struct cage *c, struct err *e)
{
    const int version = folders_version(e);
    struct folders_rules r = { .add = calls_number("landlock_add_rule"), .refused = FOLDERS_CHANGES, .e = e };
    if (version <= 0)
        return version == 0;
    if (c->reads_named)
        r.refused |= FOLDERS_READS;
    if (version < 2)
        r.refused &= ~(uint64_t)MAY_REFER;
    if (version < 3)
        r.refused &= ~(uint64_t)MAY_TRUNCATE;
    const struct folders_ruleset all = { r.refused };
    r.fd = (int)syscall(calls_number("landlock_create_ruleset"), &all, sizeof(all), 0);
    if (r.fd < 0)
        return err_set(e, ERR_IO, 0, "files cannot be refused (Landlock): %s", strerror(errno));
    const char *temporary = c->temporary && *c->temporary ? c->temporary : "/tmp";
    bool ok = folders_allow_all(&r, &c->reads, FOLDERS_READS) &&
              folders_allow_all(&r, &c->places, FOLDERS_READS | FOLDERS_PLACES) &&
              folders_allow_all(&r, &c->trees, FOLDERS_READS | FOLDERS_TREES) &&
              folders_allow(&r, temporary, FOLDERS_READS | MAY_WRITE);
    if (ok && syscall(calls_number("landlock_restrict_self"), r.fd, 0))
        ok = err_set(e, ERR_IO, 0, "files cannot be refused (Landlock): %s", strerror(errno));
    close(r.fd);
    return ok;
}
