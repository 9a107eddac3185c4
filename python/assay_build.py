"""The build back end of `pip install .` (PEP 517 and 660): CMake builds, the standard library packs.

One wheel serves CPython 3.10 and later: assay/_core.abi3.so keeps to the limited interface of 3.10. It holds libassay.so
and the program as well. Equal sources give equal archives: entries are sorted and have no dates of their own. The build tree is
build/wheel, so a second build only makes what changed.
"""

import base64
import gzip
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build", "wheel")
DATE = (1980, 1, 1, 0, 0, 0)
TAG = "cp310-abi3-linux_" + platform.machine()
EXTRAS = {
    "arrow": ["pyarrow"],
    "gymnasium": ["gymnasium>=1.0", "numpy"],
    "huggingface": ["datasets", "pyarrow"],
    "inspect": ["inspect-ai"],
    "lm-eval": ["lm-eval"],
    "reasoning-gym": ["reasoning-gym"],
    "trl": ["trl"],
    "verifiers": ["verifiers"],
}


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(assay VERSION ([0-9.]+)", file.read())[1]


def metadata():
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        description = file.read()
    lines = [
        "Metadata-Version: 2.1",
        "Name: assay",
        "Version: " + version(),
        "Summary: make, split, verify and judge tests of compositional generalisation",
        "License: Apache-2.0",
        "Requires-Python: >=3.10",
        "Classifier: Programming Language :: Python :: 3",
        "Classifier: Programming Language :: C++",
        "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Typing :: Typed",
        "Description-Content-Type: text/markdown",
    ]
    for extra, packages in sorted(EXTRAS.items()):
        lines.append("Provides-Extra: " + extra)
        lines += [f'Requires-Dist: {package}; extra == "{extra}"' for package in packages]
    return "\n".join(lines) + "\n\n" + description


def run(*command):
    hidden = ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    if subprocess.run(command, cwd=ROOT, env=environment).returncode != 0:
        sys.exit(f"assay: {' '.join(command[:2])} failed; on Debian tools/install_packages build python installs what it needs")


def build():
    """The build tree, with everything that a wheel holds."""
    if not shutil.which("cmake"):
        sys.exit("assay: there is no cmake; on Debian tools/install_packages build python installs what is needed")
    tools = ["-G", "Ninja"] if shutil.which("ninja") else []
    if "CXX" not in os.environ and shutil.which("g++"):  # as in the presets, whose objects ccache then has
        tools.append("-DCMAKE_CXX_COMPILER=g++")
    run("cmake", "-S", ROOT, "-B", BUILD, *tools, "-DCMAKE_BUILD_TYPE=Release", "-DASSAY_TESTS=OFF",
        "-DASSAY_PYTHON=ON", "-DPython_EXECUTABLE=" + sys.executable, "-DPython_FIND_VIRTUALENV=STANDARD")
    run("cmake", "--build", BUILD, "--target", "assay_python", "assay_cli")


class Wheel:
    """A wheel that is filled file by file."""

    def __init__(self, folder):
        self.name = f"assay-{version()}-{TAG}.whl"
        self.archive = zipfile.ZipFile(os.path.join(folder, self.name), "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, path, content, mode=0o644):
        entry = zipfile.ZipInfo(path, DATE)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100000 | mode) << 16
        self.archive.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{path},sha256={digest},{len(content)}")

    def finish(self):
        place = f"assay-{version()}.dist-info/"
        with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
            self.add(place + "LICENSE", file.read())
        self.add(place + "METADATA", metadata().encode())
        self.add(place + "WHEEL", f"Wheel-Version: 1.0\nGenerator: assay_build\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode())
        self.record.append(place + "RECORD,,")
        self.archive.writestr(zipfile.ZipInfo(place + "RECORD", DATE), "\n".join(self.record) + "\n")
        self.archive.close()
        return self.name

    def add_program(self, path):
        with open(path, "rb") as file:
            self.add(f"assay-{version()}.data/scripts/assay", file.read(), 0o755)


def installed_files(folder):
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(place, name)
            yield path, os.path.relpath(path, folder)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build()
    wheel = Wheel(wheel_directory)
    with tempfile.TemporaryDirectory() as folder:
        run("cmake", "--install", BUILD, "--component", "python", "--strip", "--prefix", folder)
        for path, name in installed_files(os.path.join(folder, "assay")):
            with open(path, "rb") as file:
                wheel.add("assay/" + name, file.read(), 0o755 if ".so" in name else 0o644)
        wheel.add_program(os.path.join(folder, "scripts", "assay"))
    return wheel.finish()


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    build()
    wheel = Wheel(wheel_directory)
    wheel.add("assay.pth", (os.path.join(BUILD, "python") + "\n").encode())
    wheel.add_program(os.path.join(BUILD, "cli", "assay"))
    return wheel.finish()


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    name = f"assay-{version()}.dist-info"
    os.makedirs(os.path.join(metadata_directory, name))
    with open(os.path.join(metadata_directory, name, "METADATA"), "w", encoding="utf-8") as file:
        file.write(metadata())
    return name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_sdist(sdist_directory, config_settings=None):
    """Everything that git knows."""
    top = f"assay-{version()}"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode()
    path = os.path.join(sdist_directory, top + ".tar.gz")
    with open(path, "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name in sorted(filter(None, names.split("\0"))):
                archive.add(os.path.join(ROOT, name), f"{top}/{name}", recursive=False, filter=without_owner)
            content = metadata().encode()
            entry = tarfile.TarInfo(top + "/PKG-INFO")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return os.path.basename(path)


def without_owner(entry):
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_editable(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []
