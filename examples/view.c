/* What a question answers, its facts and tables: view FILE QUESTION... */
#include <perfolio.h>
#include <stdio.h>

static void show_row(pf_view *v, size_t table, size_t columns, uint64_t row)
{
    pf_row r;
    const char *between = "";
    pf_row_of(v, table, row, &r, sizeof(r));
    printf("%*s", 2 * (int)r.depth + 2, "");
    for (size_t column = 0; column < columns; column++) {
        pf_column c;
        pf_value value;
        pf_column_of(v, table, column, &c, sizeof(c));
        if (c.name && pf_cell_of(v, table, row, column, &value, sizeof(value))) {
            printf("%s%s=%s", between, c.name, value.text ? value.text : "?");
            between = " ";
        }
    }
    printf("\n");
}

/* The rows below one, a screenful at a time, each with those below it. */
static void show_below(pf_view *v, size_t table, size_t columns, uint64_t parent)
{
    uint64_t rows[40];
    size_t n;
    for (uint64_t from = 0; (n = pf_rows(v, table, parent, from, sizeof(rows) / sizeof(*rows), rows));
         from += n)
        for (size_t i = 0; i < n; i++) {
            show_row(v, table, columns, rows[i]);
            show_below(v, table, columns, rows[i]);
        }
}

int main(int argc, char **argv)
{
    pf_error e = { PF_OK, 0, "" };
    pf_file *f = argc > 2 ? pf_open(argv[1], NULL, &e) : NULL;
    pf_view *v = f ? pf_ask(f, (const char *const *)(argv + 2), (size_t)argc - 2, 0, &e) : NULL;
    if (!v)
        fprintf(stderr, "view: %s\n", e.kind == PF_OK ? "usage: view FILE QUESTION..." : e.message);
    for (size_t i = 0; v && i < pf_facts(v); i++) {
        pf_value value;
        pf_fact_of(v, i, &value, sizeof(value));
        printf("%s=%s\n", pf_fact_name(v, i), value.text ? value.text : "?");
    }
    for (size_t i = 0; v && i < pf_tables(v); i++) {
        pf_table t;
        pf_table_of(v, i, &t, sizeof(t));
        printf("%s\n", t.name);
        show_below(v, i, t.columns, PF_TOP);
    }
    pf_view_free(v);
    pf_close(f);
    return !v;
}
