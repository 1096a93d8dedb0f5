#!/usr/bin/env python3
"""The files of a folder as a zip that is the same bytes wherever it is made: usage: zip.py FOLDER SECONDS OUT.zip

Names begin with that of FOLDER. SECONDS is the time of all files, since 1970 and in UTC; a zip keeps even ones."""
import os, sys, time, zipfile


def main(folder, seconds, out):
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(os.listdir(folder)):
            info = zipfile.ZipInfo(f"{os.path.basename(folder)}/{name}", time.gmtime(int(seconds))[:6])
            info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, 0o100644 << 16, 3
            with open(os.path.join(folder, name), "rb") as f:
                archive.writestr(info, f.read(), compresslevel=9)


if len(sys.argv) != 4:
    sys.exit(__doc__)
main(*sys.argv[1:])
