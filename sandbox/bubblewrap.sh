#!/bin/sh
# bubblewrap.sh WORKSPACE COMMAND [ARGS...] runs a command in a sandbox that can use the tool gog
# and sees nothing else of the daemon. Only WORKSPACE is writable, and there is no network.
set -eu

workspace=$(realpath "$1")
shift
daemon=${RUNTIME_DIRECTORY:-$XDG_RUNTIME_DIR/provenanced}
wrapper=$(command -v provenance-wrap)

# The files there decide what runs outside.
config=${XDG_CONFIG_HOME:-${HOME-}/.config}/provenanced
state=${XDG_STATE_HOME:-${HOME-}/.local/state}/provenanced
for dir in "$daemon" "$config" "$state"; do
	case $(realpath -m "$dir")/ in "${workspace%/}"/*)
		echo "bubblewrap.sh: $dir is in $workspace: give the sandbox a directory of its own" >&2
		exit 1
	esac
done

exec env -i \
	PATH=/run/tools/bin:/usr/bin RUNTIME_DIRECTORY=/run/tools/daemon HOME="$workspace" \
	PROVENANCE_TICKET="${PROVENANCE_TICKET-}" \
	"${BWRAP:-/usr/bin/bwrap}" \
	--unshare-all --die-with-parent --new-session --cap-drop ALL \
	--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 \
	--proc /proc --dev /dev --tmpfs /tmp \
	--bind "$workspace" "$workspace" --chdir "$workspace" \
	--ro-bind "$daemon/sandbox" /run/tools/daemon \
	--ro-bind "$wrapper" /run/tools/bin/provenance-wrap \
	--symlink provenance-wrap /run/tools/bin/gog \
	"$@"
