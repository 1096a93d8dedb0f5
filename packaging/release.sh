#!/bin/sh
# Makes what a release consists of: usage: release.sh FOLDER [PART...]
# Parts: source, static, windows, page, packages, debian; all of them without one. FOLDER is made anew; what is no release is not replaced.
# Static programs and packages are those of $ARCHS. The last file is SHA256SUMS. Two runs of one commit are equal to the byte,
# whatever folder they run in: times are those of the commit, or $SOURCE_DATE_EPOCH.
set -eu
cd "$(dirname "$0")/.."
folder=$1
shift
archs=${ARCHS:-x86_64 arm64 armhf}
parts=${*:-source static windows page packages debian}
version=$(sed -n 's/^project(perfolio VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo "release: what is changed is not committed" >&2; exit 1; }

if [ -n "$(ls -A "$folder" 2>/dev/null)" ] && [ ! -f "$folder/SHA256SUMS" ]; then
    echo "release: $folder is not empty, and no release" >&2
    exit 1
fi
rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$folder/work
mkdir "$work"
tree=perfolio-$version

source_() {
    git archive --prefix="$tree/" HEAD >"$work/source.tar"
    gzip -9n <"$work/source.tar" >"$folder/$tree.tar.gz"
    cp packaging/ci/install.sh packaging/ci/gate.sh packaging/ci/gitlab.yml "$folder"
    # What is in the archive cannot have its sum.
    sum256=$(sha256sum <"$folder/$tree.tar.gz" | cut -d ' ' -f 1) sum512=$(sha512sum <"$folder/$tree.tar.gz" | cut -d ' ' -f 1)
    sed "s/^sha256sums=.*/sha256sums=($sum256)/" packaging/PKGBUILD >"$folder/PKGBUILD"
    sed "s/^sha512sums=\"SKIP /sha512sums=\"$sum512 /" packaging/APKBUILD >"$folder/APKBUILD"
    sed "s/^  sha256 .*/  sha256 \"$sum256\"/" packaging/perfolio.rb >"$folder/perfolio.rb"
}

# The sources of what is linked in go along with the binaries (docs/licences.md).
static() {
    for arch in $archs; do
        ./dev static "$arch" >&2
        cp "build-static/$arch/perfolio" "$folder/$tree-linux-$arch"
        cp "build-static/$arch/perfolio-collect" "$folder/perfolio-collect-$version-linux-$arch"
    done
    linked=$(find build-libraries/sources/archives -name '*.dsc' ! -name 'tre_*' | sort)   # which is for Windows
    # shellcheck disable=SC2086
    python3 packaging/sbom.py "$version" "$folder/$tree-linux-${archs%% *}" $linked >"$folder/$tree.cdx.json"
    packed "build-libraries/sources/archives" "$folder/perfolio-libraries-$version.tar"
    cp "build-static/${archs%% *}/notices.txt" "$folder/$tree-licences.txt"
}

packed() { tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$(dirname "$1")" -cf "$2" "$(basename "$1")"; }

# One zip with both programs, their licences, and what they are made of.
windows() {
    at=$work/$tree-windows-x86_64
    mkdir "$at"
    ./dev static windows >&2
    cp build-static/windows/perfolio.exe build-static/windows/perfolio-collect.exe "$at"
    cp build-static/windows/notices.txt "$at/licences.txt"
    python3 packaging/sbom.py "$version" "$at/perfolio.exe" build-libraries/sources/archives/*.dsc >"$at/perfolio.cdx.json"
    python3 packaging/zip.py "$at" "$SOURCE_DATE_EPOCH" "$folder/$tree-windows-x86_64.zip"
}

page() {
    ./dev wasm >&2
    cp build-wasm/perfolio.html "$folder/$tree.html"
}

# One for each architecture, of the static programs: they need nothing, and suit every release of a distribution. The page is in
# them if it is made before.
packages() {
    installed=
    [ ! -f "$folder/$tree.html" ] || installed=$folder/$tree.html
    for arch in $archs; do
        case $arch in
        x86_64) deb=amd64 rpm=x86_64 ;;
        arm64) deb=arm64 rpm=aarch64 ;;
        armhf) deb=armhf rpm=armv7hl ;;
        *) deb=$arch rpm=$arch ;;
        esac
        ./dev static "$arch" >&2
        cmake -DPERFOLIO_PAGE="$installed" "build-static/$arch/build" >&2
        cmake --build "build-static/$arch/build" --target man >&2
        for kind in DEB RPM; do
            (cd "build-static/$arch/build" && cpack -G $kind -B "$work/packages" -D CPACK_DEBIAN_PACKAGE_ARCHITECTURE="$deb" \
                -D CPACK_RPM_PACKAGE_ARCHITECTURE="$rpm" >&2)
        done
    done
    cp "$work"/packages/*.deb "$work"/packages/*.rpm "$folder"
}

# Of this release of Debian: the program, the library, and what is made with it, by Debian's rules.
debian() {
    sh packaging/deb.sh . "$work/deb" -b >&2
    # shellcheck disable=SC1091
    mkdir "$folder/debian-$(. /etc/os-release; echo "$VERSION_ID")"
    cp "$work"/deb/*.deb "$folder"/debian-*
}

for part in $parts; do
    case $part in
    source) source_ ;;
    static | windows | page | packages | debian) $part ;;
    *) echo "release: no part '$part'" >&2; exit 1 ;;
    esac
done
rm -rf "$work"
(cd "$folder" && find . -type f | sed 's,^\./,,' | sort | xargs -d '\n' sha256sum --) >"$folder.sums"
mv "$folder.sums" "$folder/SHA256SUMS"
