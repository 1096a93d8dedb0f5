# ELF files that were mapped out of larger ones: by what lies there in the file, by what the user named, out of a folio. Of a zip
# each has the name that it has there. Of another package, where other code lies there, none has a name; nor where the file that was
# named would fit in two places.
$ for o in app.apk libemb.so; do perfolio report --stdio -q --no-children -g none -s dso,sym --isolated --objects fixtures/amd64/embedded/$o -i fixtures/amd64/embedded/perf.data 2>&1 | grep -E 'app|name only'; done
    99.07%  app.apk            [.] embedded_leaf
perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/embedded/app.apk:0x10000 for /tmp/h/strangers/odd/app.apk: the capture has no build-id for the part at offset 0x10000 of it)
    99.07%  app.apk            [.] embedded_leaf
perfolio: 1 object was matched by name only: no build-id proves that it is the recorded one (first: fixtures/amd64/embedded/libemb.so for /tmp/h/strangers/odd/app.apk: the capture has no build-id for the part at offset 0x10000 of it)
$ for o in app.apk libemb.so; do perfolio pack fixtures/amd64/embedded/perf.data --isolated --objects fixtures/amd64/embedded/$o -o $T/x.folio >/dev/null 2>&1; for s in sym srcline; do perfolio report --stdio -q --no-children -g none -s dso,$s --isolated -i $T/x.folio 2>/dev/null | sed -n '/app/{p;q}'; done; perfolio annotate embedded_leaf --stdio -i $T/x.folio 2>/dev/null | grep -c ' : '; done
    99.07%  app.apk            [.] embedded_leaf
    99.07%  app.apk            lib.c:1
23
    99.07%  app.apk            [.] embedded_leaf
    99.07%  app.apk            lib.c:1
23
$ perfolio report --mmaps --isolated --objects fixtures/amd64/embedded/app.apk -i fixtures/amd64/embedded/perf.data | grep r-xp.*app
                                7fb3c0998000-7fb3c0999000 r-xp 00011000 11592834 /tmp/h/strangers/odd/app.apk
$ PYTHONDONTWRITEBYTECODE=1 python3 tests/fixture/inside.py $T; mkdir -p $T/another; mv $T/other.apk $T/another/app.apk
$ for c in raw:app.apk named:app.apk raw:lone.so image:app.img image:lone.so; do echo $c; perfolio report --stdio -q --no-children --sort dso,sym --isolated --objects $T/${c#*:} -i $T/${c%:*}.data 2>/dev/null | sed '/^$/d'; done
raw:app.apk
    50.00%  libone.so      [.] of_one
    50.00%  libtwo.so      [.] of_two
named:app.apk
    50.00%  libone.so      [.] of_one
    50.00%  libtwo.so      [.] of_two
raw:lone.so
    50.00%  app.apk           [.] of_two
    50.00%  app.apk           [.] 0x0000000000002800
image:app.img
    33.33%  app.img           [.] of_one
    33.33%  app.img           [.] of_two
    33.33%  app.img           [.] 0x0000000000100800
image:lone.so
    33.33%  app.img           [.] of_two
    33.33%  app.img           [.] 0x0000000000003800
    33.33%  app.img           [.] 0x0000000000100800
$ for c in raw:app.apk image:app.img named:app.apk; do perfolio pack $T/${c%:*}.data --isolated --objects $T/${c#*:} -o $T/x.folio >/dev/null 2>&1; perfolio report --stdio -q --no-children --sort dso,sym -i $T/x.folio 2>/dev/null | sed '/^$/d'; done
    50.00%  libone.so      [.] of_one
    50.00%  libtwo.so      [.] of_two
    33.33%  app.img           [.] of_one
    33.33%  app.img           [.] of_two
    33.33%  app.img           [.] 0x0000000000100800
    50.00%  libone.so      [.] of_one
    50.00%  libtwo.so      [.] of_two
$ for c in raw:another twice:lone.so; do perfolio report --stdio -q --no-children --sort dso,sym --isolated --objects $T/${c#*:} -i $T/${c%:*}.data 2>&1 | sed '/^$/d;/^perfolio/d'; done
    50.00%  app.apk           [.] 0x0000000000002800
    50.00%  app.apk           [.] 0x0000000000006800
    50.00%  app.apk           [.] 0x0000000000002800
    50.00%  app.apk           [.] 0x0000000000006800
$ for o in app.apk lone.so; do perfolio report --stdio -q --no-children --sort sym --isolated --objects $T/$o -i $T/many.data 2>/dev/null | sed '/^$/d' | head -3; done
    50.00%  [.] of_one
    50.00%  [.] of_two
    50.00%  [.] 0x0000000000002800
    50.00%  [.] 0x0000000000006800
