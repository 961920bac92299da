#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Reads the includes of all sources and fails on one that runs against the arrows between areas:
#
#   cli, python, web → answers → certify, draw → planner → modes → cones → exact → base;  modes → contact → geometry → exact
#   io → bodies, contact;  simulation → bodies → friction → lcp → exact;  bodies → geometry;  scenes → io, simulation
#
# An area is a folder of lib/, the cone algebra in cones/, cones/modes/, planner/, certify/, draw/, answers/, python/, web/ or cli/, with its public headers in
# include/pawl/. Usage: arrows_test.sh SOURCE_DIR. Ends with what it counted.
set -euo pipefail
cd "$1"

# check FILE…: the faults, then the counts.
check() {
  awk '
    function allow(from, list, names, n, i) {
      known[from] = 1
      n = split(list, names, " ")
      for (i = 1; i <= n; ++i) below[from, names[i]] = 1
    }
    function area_of(path, parts) {
      if (match(path, /include\/pawl\//)) path = "lib/" substr(path, RSTART + RLENGTH)
      split(path, parts, "/")
      if (parts[1] == "lib") return parts[2]
      return parts[1] == "cones" && parts[2] == "modes" ? "modes" : parts[1]
    }
    # <pawl/area/…>, "area/…", or a header at the root of the folder that the file is in.
    function area_included(file, target, parts) {
      if (target == "<pawl/version.h") return ""
      if (target ~ /^<pawl\//) { split(target, parts, "/"); return parts[2] }
      if (target ~ /^</) return ""
      target = substr(target, 2)
      if (target !~ /\//) { split(file, parts, "/"); return area_of(parts[1] "/" target) }
      split(target, parts, "/")
      if (parts[1] == "page") return "draw"
      return parts[1]
    }
    BEGIN {
      allow("base", "")
      allow("exact", "base")
      allow("geometry", "exact base")
      allow("lcp", "exact base")
      allow("contact", "geometry exact base")
      allow("friction", "lcp exact base")
      allow("bodies", "friction lcp geometry exact base")
      allow("simulation", "bodies friction lcp geometry exact base")
      allow("io", "bodies contact friction lcp geometry exact base")
      allow("scenes", "io simulation bodies contact friction lcp geometry exact base")
      allow("cones", "exact base")
      allow("modes", "cones contact geometry exact base")
      allow("planner", "scenes simulation bodies friction modes cones io contact geometry exact base")
      allow("certify", "planner modes cones io contact friction lcp geometry exact base")
      allow("draw", "scenes simulation bodies friction planner modes cones io contact geometry exact base")
      allow("answers", "draw certify scenes simulation planner modes cones io bodies contact friction lcp geometry exact base")
      allow("python", "answers draw certify scenes simulation planner modes cones io bodies contact friction lcp geometry exact base")
      allow("web", "answers draw certify scenes simulation planner modes cones io bodies contact friction lcp geometry exact base")
      allow("cli", "answers draw certify scenes simulation planner modes cones io bodies contact friction lcp geometry exact base")
    }
    /^#include/ {
      target = $2
      sub(/[">]$/, "", target)
      from = area_of(FILENAME)
      to = area_included(FILENAME, target)
      if (to == "") next
      ++includes
      if (from == to || (from, to) in below) next
      ++faults
      print FILENAME ": " $0 ": no arrow leads from " from " to " to
    }
    END { print includes + 0 " includes, " faults + 0 " against the arrows" }' "$@"
}

# The check itself must see arrows that run back.
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
mkdir -p "$trial/lib/lcp" "$trial/cones"
printf '#include "friction/x.h"\n#include <pawl/io/task.h>\n#include <vector>\n#include "lcp/y.h"\n' >"$trial/lib/lcp/x.cpp"
printf '#include "modes/x.h"\n#include "scaled_rows.h"\n' >"$trial/cones/x.cpp"
seen=$(cd "$trial" && check lib/lcp/x.cpp cones/x.cpp | tail -n 1)
[[ $seen == "5 includes, 3 against the arrows" ]] || { echo "the check is broken: $seen"; exit 1; }

mapfile -t files < <(find lib cones planner certify draw answers cli python web -name '*.h' -o -name '*.cpp')
result=$(check "${files[@]}")
echo "$result"
[[ $result == *" 0 against the arrows" && ${#files[@]} -gt 200 ]]
