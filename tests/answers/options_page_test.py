#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares docs/options.md with the page that is generated from the declarations of the parameters.

Usage: options_page_test.py OPTIONS_PAGE PAGE [--write]. With --write the page is replaced.
"""
import difflib
import subprocess
import sys
from pathlib import Path

made = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True).stdout
page = Path(sys.argv[2])
if "--write" in sys.argv:
    page.write_text(made)
found = page.read_text() if page.exists() else ""
difference = list(difflib.unified_diff(found.splitlines(), made.splitlines(), "docs/options.md", "declared", lineterm=""))
print("\n".join(difference))
if difference:
    sys.exit("docs/options.md differs from the declarations; tests/answers/options_page_test.py --write replaces it")
