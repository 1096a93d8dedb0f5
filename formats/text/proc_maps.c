/* Lines are "START-END PERMS FOFF MAJOR:MINOR INODE   NAME". All numbers except the inode are hexadecimal.
   The name is padded, and is the rest of the line, including blanks (linux, fs/proc/task_mmu.c,
   show_map_vma). */
#include "formats/text/proc_maps.h"

#include <string.h>

#include "formats/text/line.h"

static void take_decimal(struct span *s, uint64_t *v)
{
    for (*v = 0; s->n && *s->p >= '0' && *s->p <= '9'; *s = (struct span){ s->p + 1, s->n - 1 })
        *v = *v * 10 + (uint64_t)(*s->p - '0');
}

static bool parse_mapping(struct span line, struct proc_map *m)
{
    static const char deleted[] = " (deleted)";
    const size_t tail = sizeof(deleted) - 1;
    uint64_t foff, major, minor;
    if (!take_hex(&line, '-', &m->start) || !take_hex(&line, ' ', &m->end) || line.n < 5 || line.p[4] != ' ')
        return false;
    m->exec = line.p[2] == 'x';
    line = (struct span){ line.p + 5, line.n - 5 };
    if (!take_hex(&line, ' ', &foff) || !take_hex(&line, ':', &major) || !take_hex(&line, ' ', &minor))
        return false;
    m->dev = major << 32 | (uint32_t)minor;
    take_decimal(&line, &m->ino);
    while (line.n && *line.p == ' ')
        line = (struct span){ line.p + 1, line.n - 1 };
    m->deleted = line.n > tail && !memcmp(line.p + line.n - tail, deleted, tail);
    if (m->deleted)
        line.n -= tail;
    m->name = line;
    return m->start < m->end;
}

bool proc_maps_next(struct span *text, struct proc_map *m)
{
    while (text->n)
        if (parse_mapping(next_line(text), m))
            return true;
    return false;
}
