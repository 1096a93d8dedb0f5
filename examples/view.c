/* What a question answers, as tables: view FILE QUESTION... */
#include <perfolio.h>
#include <stdio.h>

static void show(pf_view *v, size_t table, const pf_table *t)
{
    printf("%s\n", t->name);
    for (uint64_t row = 0; row < t->rows; row++)
        for (size_t column = 0; column < t->columns; column++) {
            pf_column c;
            pf_value value;
            pf_column_of(v, table, column, &c, sizeof(c));
            if (c.name && pf_cell_of(v, table, row, column, &value, sizeof(value)))
                printf("%s%s=%s%s", column ? " " : "  ", c.name, value.text ? value.text : "?",
                       column + 1 < t->columns ? "" : "\n");
        }
}

int main(int argc, char **argv)
{
    pf_error e = { PF_OK, 0, "" };
    pf_file *f = argc > 2 ? pf_open(argv[1], NULL, &e) : NULL;
    pf_view *v = f ? pf_ask(f, (const char *const *)(argv + 2), (size_t)argc - 2, 0, &e) : NULL;
    if (!v)
        fprintf(stderr, "view: %s\n", e.kind == PF_OK ? "usage: view FILE QUESTION..." : e.message);
    for (size_t i = 0; v && i < pf_tables(v); i++) {
        pf_table t;
        pf_table_of(v, i, &t, sizeof(t));
        show(v, i, &t);
    }
    pf_view_free(v);
    pf_close(f);
    return !v;
}
