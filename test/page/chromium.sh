#!/bin/sh
# Runs Chromium and removes its profile afterwards. Chromium ends when the pipe to its test process is closed, and a test
# process may be killed before it can clean up.
for argument; do
  case $argument in --user-data-dir=*) profile=${argument#*=} ;; esac
done
"$CHROMIUM" "$@"
status=$?
rm -rf "$profile" "$ARTIFACTS"
exit $status
