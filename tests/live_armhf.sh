#!/bin/sh
# live_armhf.sh [PROGRAM]: record and pack on a machine of another architecture, read here. It boots Debian's kernel of armhf under
# qemu-system-arm with a root of Debian's perf, busybox, a program that is busy, and build-static/armhf/perfolio-collect (`./dev static
# armhf`). There perf records the program by cpu-clock, with chains of frame pointers and with stack dumps, and prints its own
# report; perfolio-collect packs both captures with what they ran. Here PROGRAM (default build/perfolio) verifies the folios, and its
# report has to have perf's rows: samples, object and symbol.
# It fetches 80 MB of packages, takes a minute of CPU, and is not in CI. $KEEP: a folder that gets what the machine wrote.
set -eu
cd "$(dirname "$0")/.."
. packaging/apt.sh
program=$(realpath "${1:-build/perfolio}")
collect=$PWD/build-static/armhf/perfolio-collect
[ -f /usr/arm-linux-gnueabihf/include/stdio.h ] || { echo "SKIPPED: there is no libc6-dev-armhf-cross here"; exit 77; }
for needed in qemu-system-arm arm-linux-gnueabihf-gcc cpio dpkg-deb; do
    command -v $needed >/dev/null || { echo "SKIPPED: there is no $needed here"; exit 77; }
done
[ -x "$collect" ] || { echo "SKIPPED: ./dev static armhf has not been run"; exit 77; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cache=$PWD/build-libraries/live-armhf
own_apt "$cache" armhf
if [ ! -f "$cache/fetched" ]; then
    apt-get -qq update || echo "live_armhf: not every archive has packages of armhf" >&2
    apt-get -qq -y --no-install-recommends --download-only install linux-image-armmp linux-perf busybox-static >&2
    touch "$cache/fetched"
fi
unset APT_CONFIG

# No package is configured: what perf is linked with is where its loader finds it.
root=$folder/root
mkdir -p "$root"
for package in "$cache"/cache/archives/lib*.deb "$cache"/cache/archives/linux-perf_*.deb "$cache"/cache/archives/zlib1g_*.deb "$cache"/cache/archives/busybox-static_*.deb; do
    dpkg-deb --extract "$package" "$root"
done
dpkg-deb --extract "$cache"/cache/archives/linux-image-[0-9]*.deb "$folder/kernel"
for module in virtio/virtio_mmio block/virtio_blk; do
    cp "$folder"/kernel/lib/modules/*/kernel/drivers/$module.ko "$root"
done
rm -rf "$root"/usr/lib/python3* "$root"/usr/share
mkdir -p "$root/proc" "$root/sys" "$root/dev" "$root/tmp" "$root/out"
cp "$collect" "$root/usr/bin"

cat >"$folder/busy.c" <<'C'
#include <stdio.h>
#include <string.h>

static unsigned table[4096];

__attribute__((noinline)) static unsigned mix(unsigned x)
{
    for (int i = 0; i < 64; i++)
        x = x * 1664525u + 1013904223u + table[x >> 20];
    return x;
}

__attribute__((noinline)) static unsigned fill(unsigned seed)
{
    for (unsigned i = 0; i < 4096; i++)
        table[i] = mix(seed + i);
    return table[seed % 4096];
}

__attribute__((noinline)) static unsigned copy(unsigned seed)
{
    static char to[65536];
    for (int i = 0; i < 64; i++)
        memset(to, (int)(seed + (unsigned)i), sizeof(to));
    return (unsigned)to[seed % sizeof(to)];
}

int main(void)
{
    unsigned sum = 0;
    for (unsigned round = 0; round < 1000; round++)
        sum += fill(round) + copy(sum);
    printf("%u\n", sum);
    return 0;
}
C
arm-linux-gnueabihf-gcc -O1 -g -marm -fno-omit-frame-pointer -fno-builtin -ffile-prefix-map="$folder"=/src -o "$root/usr/bin/busy" "$folder/busy.c"

cat >"$root/init" <<'SH'
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/usr/bin:/bin LC_ALL=C HOME=/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
insmod /virtio_mmio.ko
insmod /virtio_blk.ko
cd /out
{
    uname -a
    perf record -q -e cpu-clock -F 999 -g -o fp.data busy
    perf record -q -e cpu-clock -F 299 --call-graph dwarf,4096 -o dwarf.data busy
    for name in fp dwarf; do
        perf report --stdio -q --no-children -g none -n --sort comm,dso,sym -i $name.data >$name.perf
        perfolio-collect pack -o $name.folio $name.data
        echo "packed: $?"
    done
} >log 2>&1
sync
tar -cf /dev/vda .
sync
poweroff -f
SH
chmod +x "$root/init"
(cd "$root" && find . | cpio --quiet -o -H newc | gzip -1 >"$folder/initrd")
truncate -s 256M "$folder/disk"
echo "booting" >&2
timeout 1500 qemu-system-arm -M virt -cpu cortex-a15 -m 1024 -nographic -nic none -no-reboot -kernel "$folder"/kernel/boot/vmlinuz-* -initrd "$folder/initrd" \
    -append "console=ttyAMA0 quiet panic=-1" -drive "file=$folder/disk,format=raw,if=none,id=disk" -device virtio-blk-device,drive=disk </dev/null >"$folder/console"
mkdir "$folder/out"
tar -C "$folder/out" -xf "$folder/disk" || { tail -n 30 "$folder/console"; echo "live_armhf: the machine wrote nothing"; exit 1; }
cd "$folder/out"
cat log
if [ -n "${KEEP:-}" ]; then
    mkdir -p "$KEEP"
    cp -r . "$folder/console" "$KEEP"
fi
differ=0
for name in fp dwarf; do
    "$program" verify $name.folio
    "$program" info -i $name.folio | grep -E '^(capture|object) '
    "$program" report --stdio -q --no-children -g none -n --sort comm,dso,sym --isolated -i $name.folio >$name.perfolio
    sed -i 's/ *$//' $name.perf $name.perfolio
    if ! diff $name.perf $name.perfolio; then
        differ=$((differ + 1))
    fi
    echo "$name: $(stat -c %s $name.data) bytes of capture, $(stat -c %s $name.folio) of folio, $(grep -c '%' $name.perfolio) rows"
    "$program" annotate mix --stdio --isolated -i $name.folio >$name.code
    grep -q 'push.*fp, lr' $name.code || { echo "live_armhf: annotate shows no code"; exit 1; }
done
echo "live_armhf: $differ of 2 reports differ from perf's"
[ $differ = 0 ]
