#include "cli/view/screen/screen.h"

#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include <curses.h>

#include "core/base/character/character.h"

enum { DOUBLE_MS = 400, ESCAPE_MS = 25, LINE_MOST = 1024, ESCAPE_ROOM = 12 };

static const struct screen_glyphs in_ascii = {
    "| ", "|-", "`-", "~", "|", "-", "#", ">", "^", "v", { " ", ".", ":", "-", "=", "+", "*", "#", "@" }, "@"
};
static const struct screen_glyphs in_utf8 = {
    "│ ", "├─", "└─", "…", "│", "─", "█", "→", "↑", "↓", { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }, "✎"
};

static const struct {
    short front, back;
    attr_t with_colour, without;
} styles[] = {
    [STYLE_PLAIN] = { -1, -1, A_NORMAL, A_NORMAL },
    [STYLE_TITLE] = { COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE },
    [STYLE_HEAD] = { -1, -1, A_BOLD | A_UNDERLINE, A_BOLD | A_UNDERLINE },
    [STYLE_HOT] = { COLOR_RED, -1, A_BOLD, A_BOLD },
    [STYLE_WARM] = { COLOR_GREEN, -1, A_NORMAL, A_NORMAL },
    [STYLE_DIM] = { -1, -1, A_DIM, A_DIM },
    [STYLE_COMMAND] = { COLOR_CYAN, -1, A_NORMAL, A_NORMAL },
    [STYLE_CHIP] = { COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_REVERSE },
    [STYLE_ALERT] = { COLOR_YELLOW, -1, A_BOLD, A_BOLD },
    [STYLE_FLAME] = { COLOR_BLACK, COLOR_RED, A_NORMAL, A_NORMAL },
    [STYLE_FLAME + 1] = { COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_UNDERLINE },
    [STYLE_FLAME + 2] = { COLOR_BLACK, COLOR_GREEN, A_NORMAL, A_NORMAL },
    [STYLE_FLAME + 3] = { COLOR_BLACK, COLOR_CYAN, A_NORMAL, A_UNDERLINE },
    [STYLE_FLAME + 4] = { COLOR_BLACK, COLOR_MAGENTA, A_NORMAL, A_NORMAL },
};

static const struct {
    int curses, key;
} keys[] = {
    { KEY_UP, SCREEN_UP },         { KEY_DOWN, SCREEN_DOWN },
    { KEY_LEFT, SCREEN_LEFT },     { KEY_RIGHT, SCREEN_RIGHT },
    { KEY_PPAGE, SCREEN_PAGE_UP }, { KEY_NPAGE, SCREEN_PAGE_DOWN },
    { KEY_HOME, SCREEN_HOME },     { KEY_END, SCREEN_END },
    { KEY_BTAB, SCREEN_BACK_TAB }, { KEY_BACKSPACE, SCREEN_BACKSPACE },
    { KEY_ENTER, SCREEN_ENTER },   { KEY_RESIZE, SCREEN_RESIZED },
};

uint64_t screen_clock(void)
{
    struct timespec t = { 0 };
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Handles SIGHUP like SIGTERM, on which curses restores the terminal. */
static void screen_end_by_signal(int number)
{
    (void)number;
    raise(SIGTERM);
}

static void take_size(struct screen *s)
{
    getmaxyx(stdscr, s->rows, s->columns);
}

static void screen_set_up_colours(struct screen *s)
{
    if (!s->colour)
        return;
    start_color();
    use_default_colors();
    for (size_t i = 0; i < COUNT(styles); i++)
        init_pair((short)(i + 1), styles[i].front, styles[i].back);
}

/* Whether the terminal can move the cursor. Dumb terminals cannot: they have no capability cup (terminfo(5)). */
static bool can_place(void)
{
    const char *cup = tigetstr("cup");
    return cup && cup != (const char *)-1;
}

bool screen_open(struct screen *s, bool no_color, struct err *e)
{
    const char *name = text_or(getenv("TERM"), "");
    *s = (struct screen){ .glyphs = &in_ascii };
    setlocale(LC_CTYPE, ""); /* names of files and symbols are shown in the encoding of the terminal */
    s->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
    if (s->utf8)
        s->glyphs = &in_utf8;
    s->terminal = newterm(NULL, stdout, stdin);
    if (!s->terminal)
        return err_set(e, ERR_UNSUPPORTED, 0, "TERM=%.40s names no terminal that is known here", name);
    if (!can_place()) {
        screen_close(s);
        return err_set(e, ERR_UNSUPPORTED, 0,
                       "TERM=%.40s names a terminal whose cursor cannot be moved; perfolio report prints the "
                       "same rows",
                       name);
    }
    signal(SIGHUP, screen_end_by_signal);
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    s->colour = !no_color && has_colors();
    screen_set_up_colours(s);
    curs_set(0);
    take_size(s);
    return true;
}

void screen_close(struct screen *s)
{
    if (!s->terminal)
        return;
    endwin();
    delscreen(s->terminal);
    s->terminal = NULL;
}

void screen_suspend(struct screen *s)
{
    raise(SIGTSTP); /* the handler of curses restores the terminal, and takes it over again afterwards */
    take_size(s);
}

static struct screen_event of_mouse(struct screen *s)
{
    MEVENT m;
    struct screen_event e = { .key = SCREEN_NOTHING };
    if (getmouse(&m) != OK)
        return e;
    e = (struct screen_event){ SCREEN_NOTHING, m.x, m.y };
    if (m.bstate & BUTTON4_PRESSED)
        e.key = SCREEN_WHEEL_UP;
    else if (m.bstate & BUTTON5_PRESSED)
        e.key = SCREEN_WHEEL_DOWN;
    else if (m.bstate & BUTTON1_RELEASED)
        e.key = SCREEN_RELEASED;
    else if (m.bstate & BUTTON1_PRESSED)
        e.key = SCREEN_CLICK;
    if (e.key != SCREEN_CLICK)
        return e;
    const uint64_t now = screen_clock();
    if (s->pressed_at && now - s->pressed_at < DOUBLE_MS && s->pressed.x == e.x && s->pressed.y == e.y) {
        e.key = SCREEN_DOUBLE;
        s->pressed_at = 0;
    } else {
        s->pressed = e;
        s->pressed_at = now;
    }
    return e;
}

/* Whether the terminal is closed, so that no input can come. */
static bool is_closed(void)
{
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    return poll(&p, 1, 0) > 0 && p.revents & (POLLHUP | POLLERR | POLLNVAL);
}

struct screen_event screen_read(struct screen *s, int ms)
{
    wint_t c = 0;
    wtimeout(stdscr, ms);
    const int what = get_wch(&c);
    if (what == ERR)
        return (struct screen_event){ .key = is_closed() ? SCREEN_GONE : SCREEN_NOTHING };
    if (what == OK && (c == '\n' || c == '\b'))
        return (struct screen_event){ .key = c == '\n' ? SCREEN_ENTER : SCREEN_BACKSPACE };
    if (what == OK)
        return (struct screen_event){ .key = (int)c };
    if (c == KEY_MOUSE)
        return of_mouse(s);
    for (size_t i = 0; i < COUNT(keys); i++)
        if ((int)c == keys[i].curses) {
            take_size(s);
            return (struct screen_event){ .key = keys[i].key };
        }
    return (struct screen_event){ .key = SCREEN_NOTHING };
}

void screen_erase(struct screen *s)
{
    (void)s;
    erase();
}

void screen_show(struct screen *s)
{
    (void)s;
    refresh();
}

void screen_cursor(struct screen *s, int y, int x)
{
    (void)s;
    curs_set(x >= 0);
    if (x >= 0)
        move(y, x);
}

static void choose_style(const struct screen *s, unsigned style)
{
    const unsigned i = style & 0xff;
    attr_t look = styles[i].without;
    short pair = 0;
    if (s->colour) {
        look = styles[i].with_colour;
        pair = (short)(i + 1);
    }
    if (style & STYLE_CHOSEN) {
        look = A_REVERSE | A_BOLD;
        pair = 0;
    }
    attr_set(look, pair, NULL);
}

/* Whether a code point must be escaped, because a terminal may obey it instead of showing it: marks of direction and
   format (Unicode, categories Cf, Zl and Zp), and code points that are not characters. */
static bool is_unshown(uint32_t c)
{
    static const uint32_t ranges[][2] = { { 0, 0x1f },         { 0x7f, 0x9f },     { 0xad, 0xad },
                                          { 0x61c, 0x61c },    { 0x180e, 0x180e }, { 0x200b, 0x200f },
                                          { 0x2028, 0x202e },  { 0x2060, 0x206f }, { 0xfeff, 0xfeff },
                                          { 0xfff0, 0xfffb },  { 0xfffe, 0xffff }, { 0x1d173, 0x1d17a },
                                          { 0xe0000, 0xe0fff } };
    for (size_t i = 0; i < COUNT(ranges); i++)
        if (c >= ranges[i][0] && c <= ranges[i][1])
            return true;
    return false;
}

static uint32_t code_point(const unsigned char *s, unsigned n)
{
    if (n == 1)
        return s[0];
    uint32_t c = s[0] & (0xffU >> (n + 1));
    for (unsigned i = 1; i < n; i++)
        c = c << 6 | (s[i] & 0x3f);
    return c;
}

/* A part of a text as the screen shows it. */
struct shown {
    wchar_t chars[LINE_MOST + 1];
    size_t n;
    int columns;
};

/* Appends characters that take `columns` columns. False: they do not fit. */
static bool append(struct shown *to, const wchar_t *chars, size_t n, int columns, int width)
{
    if (to->columns + columns > width || to->n + n > LINE_MOST)
        return false;
    wmemcpy(to->chars + to->n, chars, n);
    to->n += n;
    to->columns += columns;
    return true;
}

/* Appends a byte as \xNN, or a character as \uNNNN, completely or not at all. */
static bool append_escape(struct shown *to, char kind, unsigned digits, uint32_t c, int width)
{
    struct text text = { 0 };
    wchar_t wide[ESCAPE_ROOM] = { '\\', (wchar_t)kind };
    size_t n = 2;
    text_hexadecimal(&text, c, digits);
    for (size_t i = 0; i < text.n; i++) {
        wide[n] = (wchar_t)text.s[i];
        if (text.s[i] == ' ')
            wide[n] = '0';
        n++;
    }
    text_free(&text);
    return append(to, wide, n, (int)n, width);
}

/* Appends the character at *text, and advances *text. */
static bool append_next(const struct screen *s, struct shown *to, const char **text, int width)
{
    const unsigned n = character_length(*text);
    const unsigned char *bytes = (const unsigned char *)*text;
    *text += n ? n : 1;
    if (!n)
        return append_escape(to, 'x', 2, *bytes, width);
    const uint32_t c = code_point(bytes, n);
    const wchar_t wide = (wchar_t)c;
    if (is_unshown(c) && c < 0x100)
        return append_escape(to, 'x', 2, c, width);
    if (is_unshown(c))
        return append_escape(to, 'u', 4, c, width);
    if (c < 0x80)
        return append(to, &wide, 1, 1, width);
    const int columns = s->utf8 ? wcwidth(wide) : -1;
    if (columns >= 0)
        return append(to, &wide, 1, columns, width);
    return append(to, L"?", 1, 1, width);
}

/* Converts the beginning of a text that fits into `width` columns. Returns whether all of it fits. */
static bool show_in(const struct screen *s, struct shown *to, const char *text, int width)
{
    to->n = 0;
    to->columns = 0;
    while (*text)
        if (!append_next(s, to, &text, width))
            return false;
    return true;
}

/* The end of a path that fits into `width` columns; NULL: it is not a path, or not even its last part fits. */
static const char *end_of_path(const struct screen *s, struct shown *to, const char *text, int width)
{
    if (*text != '/')
        return NULL;
    const char *end = text_base_name(text);
    if (!*end || strlen(end) > LINE_MOST || !show_in(s, to, end, width))
        return NULL;
    for (const char *longer = end - 1; longer > text; longer--)
        if (*longer == '/') {
            if (!show_in(s, to, longer, width))
                break;
            end = longer;
        }
    return end;
}

/* Fits a text into `width` columns. A mark shows where it was cut: at the end of a text, or at the beginning of a
   path. */
static void screen_fit(const struct screen *s, struct shown *to, const char *text, int width)
{
    if (show_in(s, to, text, width) || width < 1)
        return;
    const char *mark = s->glyphs->cut, *end = end_of_path(s, to, text, width - 1);
    if (!end) {
        show_in(s, to, text, width - 1);
        append_next(s, to, &mark, width);
        return;
    }
    to->n = 0;
    to->columns = 0;
    append_next(s, to, &mark, width);
    while (*end && append_next(s, to, &end, width))
        ;
}

static int room_in(const struct screen *s, int y, int x, int width)
{
    if (y < 0 || y >= s->rows || x < 0 || x >= s->columns)
        return 0;
    if (width > s->columns - x)
        return s->columns - x;
    return width;
}

int screen_put(struct screen *s, int y, int x, int width, unsigned style, const char *text)
{
    struct shown to;
    width = room_in(s, y, x, width);
    if (width < 1 || !text)
        return 0;
    screen_fit(s, &to, text, width);
    choose_style(s, style);
    mvaddnwstr(y, x, to.chars, (int)to.n);
    return to.columns;
}

int screen_put_right(struct screen *s, int y, int x, int width, unsigned style, const char *text)
{
    const int columns = screen_columns_of(s, text, width);
    screen_fill(s, y, x, width - columns, style);
    screen_put(s, y, x + width - columns, columns, style, text);
    return width;
}

void screen_fill(struct screen *s, int y, int x, int width, unsigned style)
{
    width = room_in(s, y, x, width);
    choose_style(s, style);
    for (int i = 0; i < width; i++)
        mvaddch(y, x + i, ' ');
}

int screen_columns_of(const struct screen *s, const char *text, int most)
{
    struct shown to;
    if (!text)
        return 0;
    if (most > LINE_MOST)
        most = LINE_MOST;
    if (!show_in(s, &to, text, most))
        return most;
    return to.columns;
}

/* Appends bytes as Base64 (RFC 4648, 4). */
static void add_base64(struct text *t, const unsigned char *s, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        const size_t left = n - i;
        unsigned bits = (unsigned)s[i] << 16;
        if (left > 1)
            bits |= (unsigned)s[i + 1] << 8;
        if (left > 2)
            bits |= s[i + 2];
        for (size_t k = 0; k < 4; k++) {
            char digit = '=';
            if (k <= left)
                digit = digits[bits >> (18 - 6 * k) & 63];
            text_char(t, digit, 1);
        }
    }
}

void screen_copy(struct screen *s, const char *text)
{
    struct text t = { 0 };
    text_add(&t, "\033]52;c;");
    add_base64(&t, (const unsigned char *)text, strlen(text));
    text_add(&t, "\a");
    screen_show(s);
    fwrite(t.s, 1, t.n, stdout);
    fflush(stdout);
    text_free(&t);
}
