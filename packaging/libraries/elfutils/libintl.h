/* Messages of elfutils stay as they are: no catalogue, no locale. */
#define bindtextdomain(domain, folder) ((void)0)
#define dgettext(domain, text)         (text)
#define gettext(text)                  (text)
