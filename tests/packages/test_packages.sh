#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests the packages of `./dev package` in a copy of a system that debootstrap made. The programs of
# the tarball and the wheel run there without a compiler; the .deb is tested on Debian only, whose
# libraries it needs. Prints one line for each check, and stops at the first that fails.
#
# Usage (as root): test_packages.sh SYSTEM ROOT PACKAGES, with SYSTEM bookworm or noble
set -euo pipefail
system=$1
packages=$(realpath "$3")
here=$(dirname "$(realpath "$0")")
root=$(mktemp -d /var/tmp/ngraph-root.XXXXXX)
trap 'rm -rf "$root"' EXIT
cp -a "$2/." "$root"
cp --remove-destination -L /etc/resolv.conf "$root/etc/resolv.conf"
cp "$here/checks.sh" "$packages"/* "$root/opt"
# With a /proc of its own, which ends with the process.
inside() {
  unshare --mount --pid --fork sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive bash /opt/checks.sh "$system" "$@"
}
inside tarball
# pip and NumPy come from the system: PyPI is not needed.
if [ "$system" = bookworm ]; then
  inside wheel
  inside deb
fi
