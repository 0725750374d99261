#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Run by test_packages.sh within a new system, with the packages in /opt: checks SYSTEM
# tarball|wheel|deb.
set -euo pipefail
system=$1
scratch=$(mktemp -d)
log=$scratch/log

check() {
  local what=$1
  shift
  "$@" >"$log" 2>&1 || {
    echo "$system: FAILED: $what"
    tail -n 40 "$log"
    exit 1
  }
  echo "$system: ok: $what"
}
prints() { # prints TEXT COMMAND...
  local text=$1
  shift
  "$@" >"$scratch/printed" 2>&1 || { cat "$scratch/printed" && return 1; }
  grep -qF -- "$text" "$scratch/printed" || { cat "$scratch/printed" && echo "expected: $text" && return 1; }
}
starts() { # starts PROGRAM: with nothing to read it may fail, but its libraries are found
  local status=0
  "$1" </dev/null || status=$?
  [ $status -lt 126 ]
}
prints_json() { # prints_json WORKBENCH SAMPLE, its standard error to stderr
  "$1" "$2" --json --view graph 2>"$scratch/stderr" || { cat "$scratch/stderr" && return 1; }
}
is_picture() { [ "$(head -c 8 "$1" | tail -c 7 | head -c 3)" = PNG ] && [ "$(stat -c %s "$1")" -gt 20000 ]; }
no_compiler() { ! command -v cc && ! command -v g++ && ! command -v clang; }

# programs BIN SAMPLES
programs() {
  local bin=$1 sample=$2/05_logistic_part2.ngraph
  rm -rf "$scratch/built"
  export NGRAPH_CACHE_DIR=off QT_QPA_PLATFORM=offscreen
  check "no compiler" no_compiler
  check "ngraph run, kernels compiled by the plugin" \
    env NGRAPH_JIT=plugin "$bin/ngraph" run "$sample" --epochs 2
  check "the plugin is found" prints "clang in process" "$bin/ngraph" transformers
  check "ngraph run, kernels interpreted" env NGRAPH_JIT=none "$bin/ngraph" run "$sample" --epochs 2
  check "ngraph render" "$bin/ngraph" render "$sample" "$scratch/page.html"
  check "ngraph build --sources" "$bin/ngraph" build "$sample" --out "$scratch/built" --sources --training
  check "ngraph-layout starts" starts "$bin/ngraph-layout"
  check "ngraph-hdf5 starts" starts "$bin/ngraph-hdf5"
  check "ngraph-workbench --screenshot" "$bin/ngraph-workbench" "$sample" --screenshot "$scratch/shot.png"
  check "ngraph-workbench --json" prints_json "$bin/ngraph-workbench" "$sample"
  check "the screenshot is a picture" is_picture "$scratch/shot.png"
  check "ngraph-workbench --json after a run" \
    "$bin/ngraph-workbench" "$sample" --run --view run --json
}

# completes FOLDER share
completes() {
  local name
  for name in ngraph ngraph-workbench; do
    grep -q "^#compdef $name\$" "$1/zsh/vendor-completions/_$name" || return 1
    grep -q "^complete -c $name " "$1/fish/vendor_completions.d/$name.fish" || return 1
  done
  . "$1/bash-completion/completions/ngraph"
  COMP_WORDS=(ngraph kern) COMP_CWORD=1
  _ngraph
  [ "${COMPREPLY[*]}" = kernels ]
}

all_libraries_are_found() {
  local file missing=0
  while read -r file; do
    ! ldd "$file" 2>&1 | grep -F "not found" || { echo "$file" && missing=1; }
  done < <(find "$1/bin" "$1/lib" -type f \( -perm -u+x -o -name '*.so*' \))
  return $missing
}

# links_lead_to_files FOLDER: those of the installed documents
links_lead_to_files() {
  local page link missing=0
  while read -r page; do
    while read -r link; do
      [ -e "$(dirname "$page")/$link" ] || { echo "$page: $link" && missing=1; }
    done < <(grep -oE '\]\([^)# ]+[)#]' "$page" | sed 's/^](//; s/.$//' | grep -v '^http')
  done < <(find "$1/README.md" "$1/resources" -name '*.md')
  return $missing
}

check_tarball() {
  mkdir -p "/srv/a folder"
  check "tarball unpacks" tar -xzf /opt/*.tar.gz -C "/srv/a folder" --strip-components 1
  check "all libraries are found" all_libraries_are_found "/srv/a folder"
  programs "/srv/a folder/bin" "/srv/a folder/share/ngraph/sample_graphs"
  check "nothing on standard error" test ! -s "$scratch/stderr"
  check "Qt's plugin for Wayland" test -s "/srv/a folder/lib/ngraph/qt/platforms/libqwayland-generic.so"
  check "links of the documents" links_lead_to_files "/srv/a folder/share/doc/ngraph"
  check "completion" completes "/srv/a folder/share"
  check "licences of the bundled libraries" test -s "/srv/a folder/share/doc/ngraph/licences/libqt6core6"
  mv "/srv/a folder" /srv/moved
  check "runs from another folder" prints "clang in process" /srv/moved/bin/ngraph transformers
  mv /srv/moved/lib/ngraph/ngraph_jit.so /srv/
  check "runs without the plugin" \
    /srv/moved/bin/ngraph run /srv/moved/share/ngraph/sample_graphs/05_logistic_part2.ngraph --epochs 1
  rm -r /srv/moved
}

check_wheel() {
  check "package lists" apt-get update
  check "python3, pip and NumPy" \
    apt-get install -y --no-install-recommends python3-pip python3-venv python3-numpy
  check "no compiler" no_compiler
  check "virtual environment" python3 -m venv --system-site-packages /srv/venv
  local began=${EPOCHREALTIME/./}
  check "pip installs the wheel" /srv/venv/bin/pip install --no-index /opt/*manylinux*.whl
  echo "$system: pip took $(((${EPOCHREALTIME/./} - began) / 1000)) ms"
  check "a program" env NGRAPH_JIT=plugin NGRAPH_CACHE_DIR=off /srv/venv/bin/python3 -c '
import ngraph as ng, ngraph.transformers as ngt
x = ng.placeholder(axes=())
plus_one = ngt.make_transformer().computation(x + 1, x)
assert plus_one(4) == 5
assert "srcdoc" in plus_one._repr_html_(), plus_one._repr_html_()'
  check "the command line of the wheel" prints "clang in process" /srv/venv/bin/ngraph transformers
  rm -r /srv/venv
}

check_deb() {
  # Debian's images exclude manuals of packages that are installed.
  rm -f /etc/dpkg/dpkg.cfg.d/*
  check "package lists" apt-get update
  check "the .deb installs with its dependencies" \
    apt-get install -y --no-install-recommends /opt/*.deb man-db shared-mime-info bash-completion
  programs /usr/bin /usr/share/ngraph/sample_graphs
  check "man ngraph" prints "--epochs" man -P cat ngraph
  check "man ngraph-workbench" prints "--screenshot" man -P cat ngraph-workbench
  check "links of the documents" links_lead_to_files /usr/share/doc/ngraph
  check "completion" completes /usr/share
  for type in ngraph:x-ngraph ngcap:x-ngraph-capture onnx:x-onnx; do
    check "MIME type of .${type%:*}" grep -q "application/${type#*:}:\*.${type%:*}" /usr/share/mime/globs
  done
  check "removal" apt-get remove -y ngraph-workbench
}

"check_$2"
