"""What pip asks for to install the package (PEP 517, and of `pip install -e` PEP 660): a wheel, which is an archive of its files, or of
where they are. Nothing is compiled, and nothing else has to be installed for it."""
import base64, hashlib, os, re, zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def _project():
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as f:
        return dict(re.findall(r'^([\w-]+) = "(.*)"$', f.read().split("[project]")[1], re.M))


def _package():
    """(name in the wheel, bytes)"""
    for name in sorted(os.listdir(os.path.join(HERE, "perfolio"))):
        path = os.path.join(HERE, "perfolio", name)
        if os.path.isfile(path):
            with open(path, "rb") as f:
                yield f"perfolio/{name}", f.read()


def _metadata():
    p = _project()
    info = f"perfolio-{p['version']}.dist-info"
    yield f"{info}/METADATA", (f"Metadata-Version: 2.1\nName: {p['name']}\nVersion: {p['version']}\nSummary: {p['description']}\n"
                               f"License: BSD-2-Clause\nRequires-Python: {p['requires-python']}\n").encode()
    yield f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: perfolio\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _write_wheel(wheel_directory, files):
    version, record = _project()["version"], ""
    wheel = f"perfolio-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in [*files, *_metadata()]:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(content)}\n"
            z.writestr(zipfile.ZipInfo(name), content)
        z.writestr(zipfile.ZipInfo(f"perfolio-{version}.dist-info/RECORD"), record + f"perfolio-{version}.dist-info/RECORD,,\n")
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _write_wheel(wheel_directory, _package())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _write_wheel(wheel_directory, [("perfolio.pth", os.fsencode(HERE) + b"\n")])
