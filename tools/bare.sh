#!/bin/sh
# Runs `make run` and `make test` in a bare Debian: a fresh root with little more than make and Python, made with
# debootstrap, and a fresh clone of the last commit. Needs root and debootstrap. The host's own settings of apt, pip and
# npm are used. `tools/bare.sh bookworm trixie`; KEEP=1 keeps the roots, which are otherwise removed.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
work=${BARE_DIR:-${TMPDIR:-/tmp}/byestand-bare}
packages=ca-certificates,git,make,python3,python3-venv

stop() { echo "make bare: $*" >&2; exit 2; }

[ "$(id -u)" = 0 ] || stop "this needs root, to make a root folder and enter it"
for program in debootstrap unshare chroot flock git; do
    command -v "$program" >/dev/null || stop "$program is missing; on Debian: apt-get install debootstrap util-linux git"
done
[ $# -gt 0 ] || set -- bookworm trixie
for suite; do
    case $suite in *[!a-z]*) stop "this is no name of a Debian release: $suite" ;; esac
done

mkdir -p "$work"
exec 9>"$work/lock"
flock -n 9 || stop "another one is running in $work"

remove_root() { # an interrupted debootstrap leaves these mounted
    for folder in proc sys; do umount "$1/$folder" 2>/dev/null || true; done
    rm -rf --one-file-system "$1"
}

mirror() { # the Debian mirror of the host's apt
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1
}

pip_folders() { # folders with packages that the host's pip settings name; the pages of an index name files beside it
    { cat /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf" 2>/dev/null; env | grep '^PIP_'; } |
        grep -oE '(^|[ =]|file://)/[^ ]+' | sed -E 's,^[ =]*(file://)?,,; s,/simple/?$,,' | sort -u
}

make_root() { # suite, root
    [ "$(mirror)" ] || stop "apt has no Debian mirror here"
    script=/usr/share/debootstrap/scripts/$1
    keys='' trusted=''
    # A suite newer than this debootstrap has no script, and its archive is signed with newer keys.
    if [ ! -e "$script" ]; then
        echo "make bare: debootstrap does not know $1 yet, so signatures of its packages are not checked" >&2
        script=/usr/share/debootstrap/scripts/sid keys=--no-check-gpg trusted='[trusted=yes] '
    fi
    mkdir -p "$work/packages"
    # shellcheck disable=SC2086 - no option if $keys is empty
    debootstrap --variant=minbase --include=$packages --cache-dir="$work/packages" $keys \
        "$1" "$2" "$(mirror)" "$script" >"$work/$1.log" 2>&1 \
        || { echo "make bare: debootstrap failed; see $work/$1.log" >&2; return 1; }
    echo "deb $trusted$(mirror) $1 main" >"$2/etc/apt/sources.list"
    cp -a /etc/apt/apt.conf.d/. "$2/etc/apt/apt.conf.d/"
    cp -L /etc/resolv.conf /etc/hosts "$2/etc/"
    cp -L /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"
    [ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$2/etc/"
    for settings in .config/pip .pip .npmrc; do
        [ ! -e "$HOME/$settings" ] || { mkdir -p "$2/root/$(dirname $settings)" && cp -rL "$HOME/$settings" "$2/root/$settings"; }
    done
    git clone -q "$here" "$2/root/byestand"
}

enter() { # root; in namespaces of its own, so that nothing stays mounted or running
    unshare --mount --pid --fork --kill-child --propagation private sh -eu -c '
        root=$1
        shift
        mount --bind "$root" "$root"
        for folder; do
            [ ! -d "$folder" ] || { mkdir -p "$root$folder" && mount --bind "$folder" "$root$folder"; }
        done
        mount --rbind /dev "$root/dev"
        mount -t tmpfs tmpfs "$root/dev/shm"  # tests remove what was left there by processes that do not run here
        mount -t proc proc "$root/proc"
        mount -t sysfs sysfs "$root/sys"
        # Settings of pip, npm, certificates and proxies are in variables too.
        passed=$(env | grep -E "^(PIP_|npm_config_|NODE_EXTRA_CA_CERTS=|SSL_CERT_FILE=|https?_proxy=|no_proxy=)" || true)
        IFS="
"
        # shellcheck disable=SC2086 - one argument a line
        exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 $passed \
            chroot "$root" /bin/sh -c "$INSIDE"
    ' sh "$1" $(pip_folders)
}

# One line for each command: its name, exit code and seconds. The second one is skipped if the first failed. `make run`
# starts the app; it has passed when the page that a director sees first is there.
INSIDE='
cd "$HOME/byestand"
make_run() {
    setsid make run >"$HOME/app.log" 2>&1 &  # a group of its own, which can be ended
    page="import re, urllib.request as web; print(web.urlopen(re.search(r\"http://[0-9.:]+/\", open(\"$HOME/app.log\").read())[0]).status)"
    for _ in $(seq 240); do
        if status=$(python3 -c "$page" 2>/dev/null); then
            kill -TERM -$!
            wait $! || true
            [ "$status" = 200 ]
            return
        fi
        kill -0 $! 2>/dev/null || break
        sleep 0.5
    done
    cat "$HOME/app.log"
    return 1
}
make_test() { make test; }
for command in run test; do
    began=$(date +%s)
    code=0
    make_$command || code=$?
    echo "make $command: exit $code, $(($(date +%s) - began)) s" | tee -a "$HOME/results"
    [ "$code" = 0 ] || exit "$code"
done
'
export INSIDE

failed=0
for suite; do
    root=$work/$suite
    remove_root "$root"
    make_root "$suite" "$root" || { failed=1 results="${results:-}== $suite
no root"; continue; }
    echo "== $suite, $(chroot "$root" python3 --version), commit $(git -C "$here" rev-parse --short HEAD)"
    enter "$root" || failed=1
    results="${results:-}== $suite
$(cat "$root/root/results" 2>/dev/null || echo "no result")
"
    [ "${KEEP:-}" ] || remove_root "$root"
done
printf '\n%s' "$results"
exit "$failed"
