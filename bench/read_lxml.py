# Reads the benchmark's state page with lxml and json; prints one line for each line of input. "run
# N" runs N times and prints the CPU microseconds of one run; "value" prints the product as JSON.
import json
import sys
import time

import lxml.html

page = open(sys.argv[1], "rb").read()


def read():
    root = lxml.html.document_fromstring(page)
    (script,) = root.xpath('//script[@id="__STATE__"]')
    return json.loads(script.text)["props"]["pageProps"]["product"]


for line in sys.stdin:
    command, _, times = line.strip().partition(" ")
    if command == "value":
        print(json.dumps(read()), flush=True)
    else:
        start = time.process_time()
        for _ in range(int(times)):
            read()
        print((time.process_time() - start) * 1e6 / int(times), flush=True)
