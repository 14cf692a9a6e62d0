#!/bin/sh
# Install a release and make it the current one: release.sh VERSION, where VERSION is a tag, a branch or a commit.
# Each release has its own folder, so nothing changes for running processes.
set -eu
umask 022
home=/opt/byestand
source=$home/source

git -C "$source" fetch --quiet --tags origin
# For a branch use its state on the remote, not the local copy.
commit=$(git -C "$source" rev-parse --verify --quiet "origin/$1^{commit}") \
    || commit=$(git -C "$source" rev-parse --verify --quiet "$1^{commit}") \
    || { echo "release.sh: version not found: $1" >&2; exit 1; }
git -C "$source" checkout --quiet --detach "$commit"
release=$home/$(git -C "$source" rev-parse --short=12 HEAD)

if [ ! -e "$release/ready" ]; then
    python3 -m venv --clear "$release"
    "$release/bin/pip" install --quiet --require-hashes -r "$source/requirements-hosted.lock"
    "$release/bin/pip" install --quiet --no-deps --no-build-isolation "$source"
    touch "$release/ready"
fi
ln -sfn "$release" "$home/current"
echo "$("$home/current/bin/byestand" --version) is ready: $release"
