# The experiment this program began with: a capture read with and without its objects gives the same tables down to
# the object; what is not known is never spread over what is.
$ f() { perfolio report --stdio --no-children -g none -n --sort $1 -i fixtures/amd64/$2.data "$3" "$4" 2>/dev/null; }; for key in comm comm,dso; do for c in fp hw multi zstd pipe buildid-mmap; do f $key $c --objects fixtures/amd64/debug >$T/with; f $key $c --isolated --force >$T/without; cmp $T/with $T/without && echo "$key $c: $(grep -c % $T/with) rows"; done; done
comm fp: 3 rows
comm hw: 3 rows
comm multi: 1 rows
comm zstd: 3 rows
comm pipe: 4 rows
comm buildid-mmap: 3 rows
comm,dso fp: 9 rows
comm,dso hw: 7 rows
comm,dso multi: 4 rows
comm,dso zstd: 7 rows
comm,dso pipe: 12 rows
comm,dso buildid-mmap: 7 rows
