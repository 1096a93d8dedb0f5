/* What tre's configure would write: expressions of bytes, as regcomp() has them in the locale "C"; nothing approximate. */
#define HAVE_SYS_TYPES_H 1
#define TRE_VERSION      "0.8.0"
#define TRE_REGEX_T_FIELD value
