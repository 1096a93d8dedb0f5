# Build-ids: of everything that was mapped, of what has samples, of the kernel.
$ perfolio buildid-list -i fixtures/hppa/user.data
8a828d2b86ec66a80c3f105081f62623b28b5a32 /bin/wl-dyn
ff9070a6c35c6f07f31dc57b694b6333cdfcc91f /lib/ld.so.1
f97493aa62e59b2b74e666923f07252e63196cb7 [vdso]
bdf6cedc1c96b63a16661eda245d21a01d757b60 /lib/libspin.so
2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094 /lib/libc.so.6
$ perfolio buildid-list -H -i fixtures/hppa/user.data
8a828d2b86ec66a80c3f105081f62623b28b5a32 /bin/wl-dyn
ff9070a6c35c6f07f31dc57b694b6333cdfcc91f /lib/ld.so.1
bdf6cedc1c96b63a16661eda245d21a01d757b60 /lib/libspin.so
2f3e5e5a4b184033f8e664c7f4e10d1dcbe7c094 /lib/libc.so.6
$ perfolio buildid-list -H -i fixtures/amd64/buildid-mmap.data
06f8bde30046985060c60820f7a11515a33afb06 [kernel.kallsyms]
f9d85ecaf846033ac5333a74e14f2e78c9996db9 /opt/wl/workload
7ebc65e52f2bbea498b4040fa92f7238377aaba9 /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
93ac61ec5a8eb1396f9fbd350e3169a558528a40 /usr/lib/x86_64-linux-gnu/libc.so.6
fb563abe2e17ee1384c7c9e6dd377b30174fb8ce /opt/wl/libwork.so
$ perfolio buildid-list -k -i fixtures/amd64/buildid-mmap.data
06f8bde30046985060c60820f7a11515a33afb06
$ perfolio buildid-list -i fixtures/s390x/pipe.data
                                         [kernel.kallsyms]
                                         /usr/bin/dash
                                         /usr/lib/s390x-linux-gnu/ld64.so.1
                                         /usr/lib/s390x-linux-gnu/libc.so.6
                                         /opt/wl/workload
                                         /opt/wl/libwork.so
$ perfolio buildid-list -i fixtures/hppa/nobid.data
                                         [kernel.kallsyms]
                                         /bin/perf
                                         /bin/wl-dyn
                                         /lib/ld.so.1
                                         /lib/libspin.so
                                         /lib/libc.so.6
$ perfolio buildid-list -i fixtures/amd64/stat.data
$ perfolio buildid-list -m -i fixtures/hppa/sideband.data; perfolio buildid-list -m --json -i fixtures/hppa/sideband.data; perfolio buildid-list -m -i fixtures/hppa/user.data
           84c000           85f000 [ext2]
54d327440ced3712d89bf9cffe084755e458bee5         10150000 ffffffffffffffff [kernel.kallsyms]
{
  "perfolio": 2,
  "command": "buildid-list",
  "maps": [
    {"build_id": null, "start": "0x84c000", "end": "0x85f000", "path": "[ext2]"},
    {"build_id": "54d327440ced3712d89bf9cffe084755e458bee5", "start": "0x10150000", "end": "0xffffffffffffffff", "path": "[kernel.kallsyms]"}
  ],
  "problems": []
}
! perfolio: fixtures/hppa/user.data has no mapping of its kernel
? 2
