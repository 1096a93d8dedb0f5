# Paths of source in a folio are a stranger's words: files at them are neither shown nor packed unless something proves them, or the user
# names the folder; no ".." and no link leaves that.
$ perfolio annotate hot -q -i fixtures/amd64/hints.folio | grep -c 'root[:]'
0
? 1
$ perfolio pack fixtures/amd64/hints.folio --source -o $T/b.folio 2>/dev/null | grep -c lines; perfolio annotate hot -q --isolated -i $T/b.folio | grep -c 'root[:]'
0
0
? 1
$ mkdir -p $T/n/a $T/etc $T/l; echo TEXT >$T/etc/passwd; ln -s $T/etc/passwd $T/l/passwd
$ for i in /work/x=$T/n/a /=$T/n/a /et=$T/et /etc=$T/l; do perfolio annotate hot -q --isolated --source-prefix $i -i fixtures/amd64/hints.folio | grep -c TEXT; done
0
0
0
0
? 1
$ for i in /etc=$T/etc /etc/=$T/l/../etc/ /=$T; do perfolio annotate hot -q --isolated --source-prefix $i -i fixtures/amd64/hints.folio | grep -o ': .*TEXT' | sort -u; done
: 1      TEXT
: 1      TEXT
: 1      TEXT
$ perfolio annotate hot -q --isolated --prefix $T -i fixtures/amd64/hints.folio | grep -o ': .*TEXT' | sort -u
: 1      TEXT
$ cd $T; perfolio pack $OLDPWD/fixtures/amd64/hints.folio --source --source-prefix /etc=etc -o c.folio 2>/dev/null; perfolio pack $OLDPWD/fixtures/amd64/hints.folio --source --source-prefix /etc=etc -o c.folio --json | grep -A1 '"sources"'; perfolio annotate hot -q --isolated -i c.folio | grep -o ': .*TEXT' | sort -u
c.folio: 1 capture, 1 object, level code, 5568 bytes
lines of etc/passwd
holds 1 name of a host: victim
holds 1 release of a kernel: 6.1
holds 1 command line: perf record
holds 1 path of a file that was mapped: /opt/ev
holds 1 name of a thread: ev
  "sources": [
    {"path": "etc/passwd"}
: 1      TEXT
