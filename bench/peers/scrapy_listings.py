# The same listings read with Scrapy: `python3 scrapy_listings.py <origin> <warm-up pages> <pages> <concurrency>`.
import json
import resource
import sys
import time

import scrapy
from scrapy.crawler import CrawlerProcess

origin, warm, pages, concurrency = sys.argv[1], *map(int, sys.argv[2:5])


def cpu_ms():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) * 1000


class Listings(scrapy.Spider):
    name = "listings"
    done = 0
    items = 0
    before = started = None

    def start_requests(self):
        for number in range(warm + pages):
            yield scrapy.Request(f"{origin}/scrapy/diver--id{number}.htm", dont_filter=True)

    def parse(self, response):
        product = json.loads(response.css('script[type="application/ld+json"]::text').get())
        rows = {
            cell.xpath("string()").get(): cell.xpath("string(following-sibling::td[1])").get()
            for cell in response.xpath("//td[strong]")
        }
        item = {
            "name": product["name"],
            "sku": product["sku"],
            "price": product["offers"]["price"],
            "images": product["image"],
            "notes": response.css(".js-notes::text").get(),
            "seller": response.css("button.js-link-merchant-name::text").get(),
            "rows": rows,
        }
        self.done += 1
        if self.done == warm:
            self.before, self.started = cpu_ms(), time.monotonic()
        elif self.done > warm and item["seller"] and len(rows) > 5:
            self.items += 1

    def closed(self, _reason):
        print(
            json.dumps(
                {
                    "items": self.items,
                    "cpuMs": cpu_ms() - self.before,
                    "wallMs": (time.monotonic() - self.started) * 1000,
                }
            )
        )


process = CrawlerProcess(
    {
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "CONCURRENT_REQUESTS": concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
        "RETRY_ENABLED": False,
        "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
    }
)
process.crawl(Listings)
process.start()
