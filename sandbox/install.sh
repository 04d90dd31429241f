#!/bin/sh
# Prints the path of a working bwrap. If none is installed, downloads Debian's package and unpacks
# it below the given directory, without root.
set -eu

dir=$1
bwrap=$(command -v bwrap || echo "$dir/usr/bin/bwrap")

if [ ! -x "$bwrap" ]; then
	echo "bwrap is missing: unpacking Debian's bubblewrap into $dir" >&2
	mkdir -p "$dir"
	cd "$dir"
	if ! { command -v apt-get && command -v dpkg-deb; } >/dev/null; then
		echo "no apt-get and dpkg-deb here: install bubblewrap" >&2
		exit 1
	fi
	apt-get download -qq bubblewrap >/dev/null 2>&1 || {
		if [ "$(id -u)" = 0 ]; then
			apt-get update -qq >&2
		fi
		apt-get download -qq bubblewrap >&2
	}
	dpkg-deb -x bubblewrap_*.deb .
	if ! "$bwrap" --version >/dev/null; then
		echo "it does not start here: install bubblewrap with what it needs (libcap2, libselinux1)" >&2
		exit 1
	fi
fi

if ! "$bwrap" --unshare-all --ro-bind / / /bin/true; then
	echo "this machine gives no user namespaces to uid $(id -u): the sandbox test cannot run here." >&2
	echo "See user.max_user_namespaces, kernel.unprivileged_userns_clone and" >&2
	echo "kernel.apparmor_restrict_unprivileged_userns (sysctl); in a container, its seccomp profile." >&2
	exit 1
fi
echo "$bwrap"
