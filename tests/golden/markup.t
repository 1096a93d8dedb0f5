# Names with what XML and HTML must not have: markup, a control character, no UTF-8, U+FFFE and U+FFFF. The answers are whole all the same.
$ sub() { LC_ALL=C sed 's,workload,\xef\xbf\xbf<"\x01\&\xfe,g; s,first,\xef\xbf\xbe\&>,g; s,second,<\xef\xbf\xbf"\x01,g' fixtures/$1.data >$T/$2.data; }; sub amd64/sched sched; sub amd64/annotate-second annotate-second; sub amd64/fp a; sub s390x/fp b
$ cd $T; perfolio timechart --isolated -i sched.data -o a.svg 2>/dev/null; python3 -c "import xml.dom.minidom as x; d = x.parse('a.svg'); print(*sorted({t.firstChild.data.split(':2')[0].encode() for t in d.getElementsByTagName('title') if b'\xff' not in t.firstChild.data.encode()})[-2:], sep='\n')"
b'wl-lib'
b'\xef\xbf\xbd<"\\x01&\xef\xbf\xbd'
$ cd $T; perfolio diff --isolated --before a.data --after b.data --min-samples 1 --junit >a.xml; python3 -c "import xml.dom.minidom as x; d = x.parse('a.xml'); print(*[t.getAttribute('name').encode() for t in d.getElementsByTagName('testcase')], sep='\n')"
b'total'
b'[unknown] in libc.so'
b'[unknown] in \xef\xbf\xbd<"\\x01&\xef\xbf\xbd'
b'[unknown] in [kernel.kallsyms]'
b'[unknown] in libwork.so'
b'[unknown] in ld64.so'
b'[unknown] in ld-linux-x86-64.so'
$ cd $T; perfolio export html --isolated -i annotate-second.data -o a.html 2>/dev/null; LC_ALL=C grep -c $(printf '\357\277[\276\277]') a.html; grep -o '[^"]*ufff[ef][^,]*' a.html | sort -u
0
/tmp/an/fx/\u003c\uffff\"\u0001"
1085 samples lie in objects that were not found, 100.00% of all (first: 0x1128 in /tmp/an/fx/\u003c\uffff\"\\x01)"]
[\u003c\uffff\"\\x01]"
\u003c\uffff\"\\x01"
