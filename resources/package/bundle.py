# SPDX-License-Identifier: Apache-2.0
"""Makes an installed tree self-contained: copies the libraries that its programs need, Qt's plugins
and the licences of the Debian packages that they come from, and makes all of them find each other
relative to their own place. Needs patchelf, ldd and dpkg.

Usage: bundle.py FOLDER
       bundle.py --licences FOLDER TARGET   only copies the licences
"""
import pathlib
import re
import shutil
import subprocess
import sys

# Of the C and C++ runtime: those of the system are at least as new as the programs need, and a
# second copy in one process breaks graphics drivers.
SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|gcc_s|stdc\+\+))\.so\.\d+$")
QT_PLUGINS = ("platforms/libqxcb.so", "platforms/libqoffscreen.so", "platforms/libqminimal.so",
              "platforms/libqwayland*.so", "wayland-decoration-client/*.so",
              "wayland-graphics-integration-client/*.so", "wayland-shell-integration/*.so",
              "iconengines/libqsvgicon.so", "imageformats/libqsvg.so", "imageformats/libqjpeg.so", "xcbglintegrations/*.so",
              "platforminputcontexts/*.so")
# Packages with parts that are compiled into the programs.
COMPILED_IN = ("fonts-inter", "fonts-jetbrains-mono", "libeigen3-dev", "libprotozero-dev",
               "nlohmann-json3-dev", "pybind11-dev", "rapidjson-dev")
ORIGIN = """The libraries in this package are those of Debian 12, unchanged except for the folders
in which they look for each other. https://sources.debian.org has their sources. One file each has the
licences of a package; the last ones are of packages with parts that are compiled into the programs.
"""
FONTS_CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
QT_CONF = "[Paths]\nPrefix = ..\nPlugins = lib/ngraph/qt\n"


def output(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def is_elf(path):
    if not path.is_file() or path.is_symlink():
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def needed(path, own):
    """Yield the files of libraries that a program or library loads, except those in `own`."""
    for line in output("ldd", path).splitlines():
        name, _, found = line.strip().partition(" => ")
        if not found or SYSTEM.match(name):
            continue
        if found.startswith("not found"):
            sys.exit(f"bundle.py: {path} needs {name}, which is not installed")
        library = found.rpartition(" (")[0]
        if own not in pathlib.Path(library).parents:
            yield name, pathlib.Path(library)


def copy_plugins(target):
    """Copy the plugins that Qt loads by name. Returns the originals."""
    source = pathlib.Path(output("qmake6", "-query", "QT_INSTALL_PLUGINS").strip())
    originals = []
    for pattern in QT_PLUGINS:
        plugins = sorted(source.glob(pattern))
        if not plugins:
            sys.exit(f"bundle.py: {source} has no {pattern}; is qt6-wayland or libqt6svg6 missing?")
        for plugin in plugins:
            copy = target / plugin.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(plugin, copy)
            originals.append(plugin)
    return originals


def copy_libraries(programs, folder, own):
    """Copy what `programs` load; ldd lists libraries of libraries, too. Returns the originals."""
    originals = {}
    for program in programs:
        originals.update(needed(program, own))
    for name, library in originals.items():
        shutil.copy(library, folder / name)
    return list(originals.values())


def set_places(tree, libraries):
    """Each file looks for libraries in `libraries`, relative to its own folder."""
    for path in sorted(tree.rglob("*")):
        if not is_elf(path):
            continue
        up = "/".join([".."] * len(path.parent.relative_to(tree).parts))
        place = f"$ORIGIN/{up}/{libraries.relative_to(tree)}" if up else "$ORIGIN"
        if path.parent == libraries:
            place = "$ORIGIN"
        subprocess.run(["patchelf", "--set-rpath", place, path], check=True)


def package_of(path):
    """The Debian package of a file, under its name in /usr or, of old packages, in /."""
    real = path.resolve()
    for name in (real, pathlib.Path("/", *real.parts[2:]) if real.parts[1] == "usr" else real):
        found = subprocess.run(["dpkg", "-S", name], text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    sys.exit(f"bundle.py: no Debian package has {path}: its licence is unknown")


def copy_licences(originals, folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README").write_text(ORIGIN)
    for package in [*sorted({package_of(path) for path in originals}), *COMPILED_IN]:
        text = pathlib.Path("/usr/share/doc", package, "copyright")
        if package not in COMPILED_IN or text.exists():  # these are optional
            shutil.copy(text, folder / package)


def main_licences(tree, target):
    originals = {}
    for path in tree.rglob("*"):
        if is_elf(path):
            originals.update(needed(path, tree))
    copy_licences(originals.values(), target)


def main(tree):
    libraries = tree / "lib" / "ngraph"
    libraries.mkdir(parents=True, exist_ok=True)
    own = [path for path in sorted(tree.rglob("*")) if is_elf(path)]
    originals = []
    if (tree / "bin" / "ngraph-workbench").exists():
        originals = copy_plugins(libraries / "qt")
        (tree / "bin" / "qt.conf").write_text(QT_CONF)
        (tree / "share" / "ngraph" / "fonts.conf").write_text(FONTS_CONF)
    originals += copy_libraries(own + originals, libraries, tree)
    set_places(tree, libraries)
    copy_licences(originals, tree / "share" / "doc" / "ngraph" / "licences")


if __name__ == "__main__":
    if sys.argv[1] == "--licences":
        main_licences(*(pathlib.Path(each).resolve() for each in sys.argv[2:4]))
    else:
        main(pathlib.Path(sys.argv[1]).resolve())
