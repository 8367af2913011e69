# Extracts the structured data of a page with extruct. Each input line is a file and the page's URL;
# the output is the CPU milliseconds. "ready" is printed once extruct is loaded. Files are gzipped
# or plain.
import gzip
import sys
import time

import extruct

SYNTAXES = ["json-ld", "microdata", "opengraph", "rdfa"]

for line in sys.stdin:
    path, _, url = line.strip().partition(" ")
    if path == "ready":
        print("ready", flush=True)
        continue
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        page = file.read().decode("utf-8", "replace")
    start = time.process_time()
    try:
        extruct.extract(page, base_url=url, syntaxes=SYNTAXES, errors="log")
    except Exception as error:
        print(f"extruct: {error}", file=sys.stderr)
    print((time.process_time() - start) * 1e3, flush=True)
