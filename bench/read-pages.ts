// Synthetic shop pages of a given size for the reading benchmark: the same bytes in every run.

export interface Product {
  readonly id: string
  readonly name: string
  readonly price: { readonly amount: number; readonly currency: string }
  readonly images: readonly string[]
  readonly sizes: readonly { readonly label: string; readonly sku: string; readonly stock: number }[]
  readonly description: string
}

const words =
  'soft woven cotton shirt with a straight fit and long sleeves made for cool evenings light enough to layer under any coat'.split(
    ' ',
  )

/** A small seeded generator (mulberry32), so that pages vary but are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function sentence(random: () => number, length: number): string {
  return Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ')
}

function product(random: () => number, n: number): Product {
  return {
    id: `P${100_000 + n}`,
    name: sentence(random, 4),
    price: { amount: Math.round(random() * 20_000) / 100, currency: 'EUR' },
    images: Array.from({ length: 6 }, (_, i) => `https://images.example/${100_000 + n}/${i}.jpg?w=1200&q=80`),
    sizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL'].map((label, i) => ({
      label,
      sku: `${100_000 + n}-${i}`,
      stock: Math.floor(random() * 9),
    })),
    description: `${sentence(random, 40)} – "${sentence(random, 5)}"\n${sentence(random, 30)}`,
  }
}

/**
 * Menus, banners and teasers as on every shop page. On 52 pages of real shops, the medians are 78 bytes per start tag
 * and 103 bytes per element with its text; this markup is close to both.
 */
function fillerMarkup(random: () => number, bytes: number): string {
  const parts: string[] = []
  for (let size = 0; size < bytes; ) {
    const n = Math.floor(random() * 1e6)
    const item = () =>
      `<li class="teaser__item teaser__item--${n % 5} u-hidden@mobile" data-test-id="teaser-item-${n}" data-position="${n % 40}"><span class="label label--small label--${n % 9}">${sentence(random, 3)}</span></li>`
    const part = `<div class="teaser teaser--${n % 7} js-track u-margin-bottom" data-track='{"id":${n},"list":"recommended","pos":"grid"}' id="teaser-${n}">
  <a class="teaser__link js-link" href="/c/${n}-${sentence(random, 3).replaceAll(' ', '-')}.html?list=recommended&amp;pos=${n % 40}" title="${sentence(random, 4)}">
    <picture class="teaser__picture"><source media="(min-width: 768px)" sizes="(min-width: 1200px) 25vw, 50vw" srcset="https://images.example/t/${n}-640.webp 640w, https://images.example/t/${n}-960.webp 960w">
    <img loading="lazy" class="teaser__image lazyload" src="https://images.example/t/${n}.jpg?w=640&amp;q=80" alt="${sentence(random, 5)}" width="640" height="480"></picture></a>
  <ul class="teaser__list list list--plain">${item()}${item()}</ul>
  <p class="teaser__text text text--body">${sentence(random, 20)} &amp; more</p><!-- slot ${n} -->
</div>\n`
    parts.push(part)
    size += part.length
  }
  return parts.join('')
}

/** Inline scripts and styles, a quarter of the bytes of those pages. */
function inlineCode(random: () => number, bytes: number): string {
  const parts: string[] = []
  for (let size = 0; size < bytes; ) {
    const n = Math.floor(random() * 1e6)
    const part = `<script>(function(w,d){var q=w.q${n}=w.q${n}||[];q.push({event:"view",n:${n}});for(var i=0;i<q.length;i++){if(q[i].n<3&&d.title){q[i].n+=1}}
/* ${sentence(random, 40)} */w.labels${n}={a:"${sentence(random, 60)}",b:'<b class="x">'+d.title+'</b>'};})(window,document);</script>
<style>.teaser--${n}{display:flex;flex-direction:column;margin:0 auto;padding:0 12px}.teaser--${n}>a:hover{color:#123456}@media (min-width:768px){.teaser--${n}{padding:0 24px}}</style>\n`
    parts.push(part)
    size += part.length
  }
  return parts.join('')
}

function document(head: string, body: string): Buffer {
  return Buffer.from(
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head>\n<body class="page">${body}</body></html>\n`,
  )
}

/** About 150 KB with one JSON-LD product after the main content. */
export function jsonLdPage(): Buffer {
  const random = seeded(1)
  const item = product(random, 1)
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku: item.id,
    name: item.name,
    image: item.images,
    description: item.description,
    offers: item.sizes.map(size => ({
      '@type': 'Offer',
      sku: size.sku,
      price: item.price.amount,
      priceCurrency: item.price.currency,
      availability: `https://schema.org/${size.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    })),
  }
  const block = `<script type="application/ld+json">${JSON.stringify(data, null, 1)}</script>`
  return document(
    inlineCode(random, 22_000),
    `${fillerMarkup(random, 70_000)}${block}${fillerMarkup(random, 35_000)}${inlineCode(random, 16_000)}`,
  )
}

/** The path of the product in the state of `statePage`. */
export const productPath = ['props', 'pageProps', 'product'] as const

/** About 600 KB, of which 300 KB are page state in the middle of the page; the product is at the end of the state. */
export function statePage(): Buffer {
  const random = seeded(2)
  const related = Array.from({ length: 220 }, (_, n) => product(random, n + 10))
  const labels = Object.fromEntries(
    Array.from({ length: 900 }, (_, n) => [`label.${n}.text`, sentence(random, 6)]),
  )
  const state = {
    build: 'b1',
    props: {
      config: { labels, flags: Array.from({ length: 300 }, (_, n) => n % 3 === 0) },
      pageProps: { related, product: product(random, 1) },
    },
    query: {},
  }
  const script = `<script id="__STATE__" type="application/json">${JSON.stringify(state)}</script>`
  return document(
    inlineCode(random, 50_000),
    `${fillerMarkup(random, 110_000)}${script}${fillerMarkup(random, 110_000)}${inlineCode(random, 30_000)}`,
  )
}

/** A search page of 48 cards in a grid, with the usual markup around it. */
export function searchPage(): Buffer {
  const random = seeded(3)
  const cards = Array.from({ length: 48 }, (_, n) => {
    const item = product(random, n)
    return `<li class="product-card" data-id="${item.id}"><article class="card"><a class="card__link" href="/p/${item.id}?ref=grid&amp;pos=${n}"><div class="card__media">${item.images
      .map(
        image =>
          `<img class="card__image" loading="lazy" src="${image.replaceAll('&', '&amp;')}" alt="${item.name}">`,
      )
      .join(
        '',
      )}</div><h3 class="card__title">${item.name}</h3></a><div class="card__prices"><span class="price price--now">${item.price.amount} €</span>${
      n % 3 === 0 ? '<del class="price price--old">199.90 €</del>' : ''
    }</div><ul class="card__sizes">${item.sizes.map(size => `<li class="size${size.stock === 0 ? ' size--out' : ''}">${size.label}</li>`).join('')}</ul><p class="card__text">${item.description}</p><button class="card__wish" data-note="${item.id}" aria-label="Save"><svg viewBox="0 0 24 24"><path d="M12 21l-8-8 8-8 8 8z"/></svg></button></article></li>\n`
  })
  return document(
    inlineCode(random, 40_000),
    `${fillerMarkup(random, 60_000)}<ul class="grid" id="results">${cards.join('')}</ul>${fillerMarkup(random, 60_000)}${inlineCode(random, 20_000)}`,
  )
}
