// A page around a scene: the price block in its skin, the stock, the button, and what shops print around them.
import { type Dress, makeDress, type PageOptions } from './dress.ts'
import type { Scene } from './scene-parts.ts'
import { renderCards, renderFrame, renderTexts } from './surroundings.ts'
import type { Part } from './types.ts'
import type { Wording } from './wording.ts'

const renderBlock = (
  { wording: { random }, skin }: PageOptions,
  parts: readonly Part[],
  dress: Dress,
): string => {
  if (parts.length === 0) return ''
  const keepsColon = random.chance(0.6)
  const labelOf = (part: Part): string =>
    keepsColon ? (part.label ?? '') : (part.label ?? '').replace(/\s*[::]$/, '')
  if (skin.columns) {
    const cells = (tag: string, texts: readonly string[]): string =>
      `<tr>${texts.map((text, place) => dress(`<${tag}@x>${text}</${tag}>`, {}, parts[place]?.look)).join('')}</tr>`
    const rows =
      cells('th', parts.map(labelOf)) +
      cells(
        'td',
        parts.map(part => part.value),
      )
    return dress(skin.wrap, { R: rows })
  }
  const rows = parts.map(part => {
    const template = part.label === null ? skin.bare : skin.row
    return dress(template, { L: labelOf(part), V: part.value, T: part.html }, part.look)
  })
  return dress(skin.wrap, { R: rows.join(skin.join ?? '\n') })
}

const renderButton = ({ wording, scene, skin }: PageOptions, dress: Dress): string => {
  const { random } = wording
  const number = `${random.whole(1000, 99999)}`
  if (scene.button === 'none') return ''
  if (scene.button === 'buy') return dress(skin.buy, { B: wording.text('buy'), N: number })
  if (scene.button === 'disabled')
    return dress('<button disabled@button>%B</button>', { B: wording.text('buy') })
  const text = wording.text(scene.button)
  return random.chance(0.5)
    ? dress('<a href="/contact"@button>%B</a>', { B: text })
    : dress('<button type="button"@button>%B</button>', { B: text })
}

const renderStock = ({ wording, scene, skin }: PageOptions, dress: Dress): string => {
  const { random } = wording
  if (scene.stock === undefined) return ''
  const statement = wording.stock(scene.stock.key, scene.stock.state)
  if (!random.chance(0.25) || !wording.has('availability')) return dress(skin.stock, { T: statement })
  const label = wording.text('availability')
  const forms = [
    '<li>%L: %V</li>', '<p@stock>%L: <strong>%V</strong></p>', '<dl><dt>%L</dt><dd>%V</dd></dl>',
    '<table><tr><td>%L:</td><td>%V</td></tr></table>', '<div><span>%L</span> <span@stock>%V</span></div>',
  ] // biome-ignore format: a list
  const form = random.pick(forms)
  const html = dress(form, { L: label, V: statement })
  return form.startsWith('<li') ? `<ul>${html}</ul>` : html
}

/** Screen readers get the price as text where its digits are apart. */
const withCopy = (wording: Wording, scene: Scene, part: Part): Part => {
  if (part.look !== 'price' || part.label !== null || scene.price === null || scene.priceMax !== undefined)
    return part
  const copy = `<span class="visually-hidden">${wording.bare('price').html}</span>`
  return { ...part, html: `${copy}<span aria-hidden="true">${part.html}</span>`, value: part.html }
}

/** Small shops write all in one paragraph, without a heading. */
const renderSentences = (options: PageOptions, dress: Dress): string => {
  const { wording, scene, name } = options
  const stock = scene.stock === undefined ? [] : [wording.stock(scene.stock.key, scene.stock.state)]
  const sentences = [...scene.parts.map(part => part.html), ...stock].join('. ')
  const text = `<div><p>${name} – ${sentences}.</p>${renderButton(options, dress)}</div>`
  return renderFrame(options, `${text}\n${renderTexts(options)}\n${renderCards(options, dress)}`)
}

export const renderPage = (options: PageOptions): string => {
  const { wording, scene, skin, name } = options
  const { random } = wording
  const dress = makeDress(options)
  if (scene.page === 'product' && random.chance(0.05)) return renderSentences(options, dress)
  const hasCopy = random.chance(0.08)
  const inside = scene.parts.map(part => (hasCopy ? withCopy(wording, scene, part) : part))
  const outside: Part[] = []
  // Conditions of delivery and offers of payment often stand in a box of their own.
  for (let place = inside.length - 1; place >= 0; place -= 1) {
    const part = inside[place]
    if (part?.look === 'note' && part.label === null && inside.length > 1 && random.chance(0.25))
      outside.push(...inside.splice(place, 1))
  }
  const title = dress(skin.title ?? '<h1>%H</h1>', { H: scene.heading ?? name })
  const block = renderBlock(options, inside, dress)
  const button = renderButton(options, dress)
  const stock = renderStock(options, dress)
  const inForm = button !== '' && block.endsWith('</form>')
  const priced = inForm ? block.replace(/<\/form>$/, `${button}</form>`) : block
  const isSold = scene.button === 'buy' || scene.button === 'disabled'
  const bought = inForm
    ? ''
    : isSold && random.chance(0.5)
      ? `<form action="/cart" method="post">${button}</form>`
      : button
  const box = outside.map(part => `<div>${part.html}</div>`).join('\n')
  const order = random.shuffle([priced, stock]).concat(random.shuffle([bought, box]))
  const ownPrice = scene.parts.find(part => part.look === 'price')
  const sticky =
    scene.button === 'buy' && ownPrice && random.chance(0.08)
      ? `<div><span>${name}</span> <span>${ownPrice.html}</span> ${button}</div>`
      : ''
  const texts = renderTexts(options)
  const cards = renderCards(options, dress)
  const picture = random.chance(0.3) ? `<img src="/img/${random.whole(1, 999)}.jpg" alt="">` : ''
  const below = order.filter(Boolean).join('\n')
  // Some shops print the price above the name.
  const isAbove = scene.page === 'product' && random.chance(0.2)
  const own = isAbove ? `${below}\n${title}\n${picture}` : `${title}\n${picture}${below}`
  // Without a block of its own, all that the price shares with the heading is the page.
  const body = random.chance(0.12) ? own : `<div>${own}</div>`
  const sections =
    random.chance(0.12) && scene.page === 'product'
      ? [cards, body, texts, sticky]
      : [body, ...random.shuffle([texts, cards]), sticky]
  return renderFrame(options, sections.filter(Boolean).join('\n'))
}
