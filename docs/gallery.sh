#!/usr/bin/env bash
# Makes the pictures of docs/gallery.md in docs/gallery, each by the command beneath it, but not those of models that others made:
#   docs/gallery.sh
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p gallery
sed -n '/^```sh$/,/^```$/s|^\./azulejo ||p' gallery.md | while read -r command; do
  # The words of a command stand alone
  # shellcheck disable=SC2086
  (cd gallery && ../../azulejo $command </dev/null)
done
