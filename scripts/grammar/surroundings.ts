// What stands around a product: cards of others, texts and reviews, menu and footer.
import type { Dress, PageOptions } from './dress.ts'
import { roundTo } from './money.ts'
import { makeData } from './page-data.ts'
import type { Random } from './random.ts'
import { SKINS } from './skins.ts'

const slug = (name: string, random: Random): string =>
  `${
    name
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'p'
  }-${random.whole(100, 99999)}`

const MODELS = ['Pro', 'Plus', '2.0', 'II', '2026', 'Neo', 'X2', 'S']

/** "Replaced by: Desk lamp 2.0 – £49.00" */
const renderSuccessor = ({ wording, name }: PageOptions): string => {
  const { random } = wording
  const label = wording.text('alternatives')
  const amount = wording.bare('other_product').html
  const model = `${name} ${random.pick(MODELS)}`
  const linked = random.chance(0.6) ? `<a href="/${slug(model, random)}">${model}</a>` : model
  return random.pick([
    `<p>${label}: ${linked} – ${amount}</p>`,
    `<p>${label} ${linked} (${amount})</p>`,
    `<div><b>${label}:</b> <span>${linked}</span> <span>${amount}</span></div>`,
    `<h3>${label}</h3><div>${linked}</div><div>${amount}</div>`,
    `<dl><dt>${label}</dt><dd>${linked}<br>${amount}</dd></dl>`,
  ])
}

export const renderCards = (options: PageOptions, dress: Dress): string => {
  const { wording, scene, skin } = options
  const { random, data } = wording
  if (scene.cards === 0) return ''
  if (scene.hasSuccessor === true) return renderSuccessor(options)
  const hasButtons = random.chance(0.25)
  const stocked = random.chance(0.15)
  const reduced = random.pick([0, 0.15, 0.5])
  // Some pages put them together from several templates.
  const templates = random.chance(0.15)
    ? SKINS.map(one => one.card).filter(card => !/^<(?:li|td)/.test(card))
    : [skin.card]
  const cards = Array.from({ length: scene.cards }, () => {
    const name = random.pick([...data.things, ...data.goods])
    const worth = wording.amount('other_product')
    const dearer = roundTo(Number(worth) * (1.05 + random.next()), wording.place)
    const own = wording.bare('other_product', worth).html
    const before = random.chance(reduced) ? `<del>${wording.bare('other_product', dearer).html}</del> ` : ''
    const amount = before + own
    const button = hasButtons
      ? dress(skin.buy, { B: wording.text('buy'), N: `${random.whole(100, 999)}` })
      : ''
    const state = stocked
      ? `<br><small>${wording.stock(random.pick(['in_stock', 'out_of_stock']), 'other')}</small>`
      : ''
    const url = `/${slug(name, random)}`
    return dress(random.pick(templates), {
      U: url,
      H: name,
      A: amount,
      S: state + button,
      N: `${random.whole(1, 9999)}`,
    })
  })
  const inner = cards.join('\n')
  const tag = random.pick(['h2', 'h3', 'h4', 'strong'])
  const heading =
    scene.page === 'list' ? '' : `<${tag}>${wording.text(scene.cardsHeading ?? 'related')}</${tag}>`
  const grid = inner.startsWith('<td')
    ? `<table><tr>${inner}</tr></table>`
    : inner.startsWith('<li')
      ? `<ul>${inner}</ul>`
      : `<div>${inner}</div>`
  return heading + grid
}

export const renderTexts = ({ wording, scene }: PageOptions): string => {
  const { random } = wording
  const tag = random.pick(['p', 'p', 'div', 'blockquote'])
  const own = (scene.texts ?? []).map(text => `<${tag}>${text}</${tag}>`)
  const others = (scene.distractors ?? []).map(key => {
    const text = wording.stock(key, 'other')
    return random.pick([`<p>${text}</p>`, `<li>${text}</li>`, `<span>${text}</span>`, `<div>${text}</div>`])
  })
  const description =
    random.chance(0.7) && scene.page === 'product' ? [`<p>${wording.text('description')}</p>`] : []
  return random
    .shuffle([...own, ...others, ...description])
    .join('\n')
    .replace(/(<li>.*<\/li>)/g, '<ul>$1</ul>')
}

export const renderFrame = (options: PageOptions, main: string): string => {
  const { wording, scene, name, path, isDeclared } = options
  const { random, data } = wording
  const maybe = (share: number, html: () => string): string => (random.chance(share) ? html() : '')
  const [, ...menu] = random.shuffle(data.phrases.categories ?? [])
  const header = maybe(
    0.6,
    () =>
      `<header><a href="/">${random.pick(['Talvori', 'Nordel', 'Vesmar', 'Kelunda'])}</a><nav>${menu.map(item => `<a href="/${slug(item, random)}">${item}</a>`).join(' ')}</nav></header>`,
  )
  const banner = maybe(0.12, () => `<div>${wording.say('threshold').html}</div>`)
  const crumbs = maybe(
    0.35,
    () =>
      `<div><a href="/">${wording.text('home')}</a> &gt; <a href="/${path.length}">${random.pick(data.phrases.categories ?? ['·'])}</a></div>`,
  )
  const newsletter = maybe(
    0.12,
    () => `<div><p>${wording.say('newsletter').html}</p><input type="email" name="email"></div>`,
  )
  const footer = maybe(
    0.5,
    () =>
      `<footer><p>${random.chance(0.25) ? wording.say(random.pick(['threshold', 'shipping'])).html : '© 2024'}</p></footer>`,
  )
  const cookie = maybe(0.1, () => `<div>${wording.text('cookie')}</div>`)
  const title = scene.heading ?? name
  const dir = ['ar', 'he', 'fa'].includes(data.language) ? ' dir="rtl"' : ''
  const lang = isDeclared ? ` lang="${data.language}"${dir}` : ''
  return `<!DOCTYPE html>\n<html${lang}><head><meta charset="utf-8"><title>${title}</title>${makeData(options)}</head>\n<body>\n${banner}${header}${crumbs}\n${main}\n${newsletter}${footer}${cookie}\n</body></html>\n`
}
