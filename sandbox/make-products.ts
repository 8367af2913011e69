// Generates the products of one kind: families of three colours each, all values derived from the seed and a fixed epoch.
import type { SandboxProduct, Review, Size } from './product.ts'
import type { Category, KindData, SizeScale } from './stock/kinds.ts'
import { type Colour, colours, countries, reviewers, sellers } from './stock/names.ts'
import { careNotes, endings, features, middles, openings, reviewTexts, reviewTitles } from './stock/texts.ts'
import { type Random, seededRandom } from './seeded-random.ts'

const FAMILIES = 200
const COLOURS_PER_FAMILY = 3
const ID_STEP = 37

/** The sandbox's current time: it has no clock. */
const EPOCH = Date.UTC(2026, 0, 15, 8)
const DAY_MS = 86_400_000

export function makeProducts(seed: number, data: KindData): readonly SandboxProduct[] {
  return Array.from({ length: FAMILIES }, (_, family) => familyOf(seed, data, family)).flat()
}

/** What all colours of a model share. */
interface Family {
  readonly data: KindData
  readonly seed: number
  readonly number: number
  readonly brand: string
  readonly model: string
  readonly category: Category
  readonly styleCode: string
  readonly gender: SandboxProduct['gender']
  readonly priceCents: number
  readonly materials: SandboxProduct['materials']
}

function familyOf(seed: number, data: KindData, number: number): SandboxProduct[] {
  const random = seededRandom(seed, data.kind, 'family', number)
  const category = random.pick(data.categories)
  const family: Family = {
    data,
    seed,
    number,
    category,
    brand: random.pick(data.brands),
    model: random.pick(category.models),
    styleCode: styleCodeOf(random, number),
    gender: random.pick(['men', 'women', 'unisex', 'kids'] as const),
    priceCents: priceOf(random, data.priceCents),
    materials: materialsOf(random, data.materials),
  }
  return random.sample(colours, COLOURS_PER_FAMILY).map((colour, index) => productOf(family, colour, index))
}

function productOf(family: Family, colour: Colour, index: number): SandboxProduct {
  const { data, brand, model, category, styleCode } = family
  const position = family.number * COLOURS_PER_FAMILY + index
  const random = seededRandom(family.seed, data.kind, 'product', position)
  const id = data.firstId + position * ID_STEP + random.int(0, ID_STEP - 1)
  const sku = `${styleCode}-${colour.code}`
  const reviews = reviewsOf(random)
  const released = random.int(30, 1_400)
  const cents = family.priceCents
  return {
    kind: data.kind,
    position,
    family: family.number,
    id,
    slug: slugOf(`${brand} ${model} ${colour.name} ${sku}`),
    sku,
    styleCode,
    gtin: gtinOf(id * 100),
    name: `${brand} ${model} '${colour.name}'`,
    brand,
    model,
    colour,
    gender: family.gender,
    category: category.path.at(-1) ?? category.path[0],
    categoryPath: category.path,
    pictureShape: category.pictureShape,
    priceCents: cents,
    originalPriceCents: random.chance(0.3)
      ? Math.round((cents * random.int(115, 160)) / 10_000) * 100
      : undefined,
    materials: family.materials,
    sizes: sizesOf(random, category.sizes, id),
    description: descriptionOf(random, family, colour),
    features: random.sample(features, random.int(2, 5)),
    care: random.sample(careNotes, random.int(1, 4)),
    attributes: attributesOf(random, data.attributes),
    madeIn: random.pick(countries),
    releasedOn: timestampBefore(released).slice(0, 10),
    createdAt: timestampBefore(released + random.int(5, 60)),
    updatedAt: timestampBefore(random.int(0, 28), random.int(0, 86_399)),
    rating: meanRating(reviews),
    reviews,
    seller: random.pick(sellers),
    pictures: Array.from({ length: random.int(2, 7) }, (_, n) => `/pictures/${data.kind}/${id}/${n + 1}.svg`),
  }
}

const LETTERS = 'ABCDEFGHKLMNPRSTVWX'.split('')

function styleCodeOf(random: Random, number: number): string {
  const letter = (): string => random.pick(LETTERS)
  // The family's number makes codes unique.
  return `${letter()}${letter()}${4_000 + number * 7 + random.int(0, 6)}`
}

function priceOf(random: Random, [low, high]: readonly [number, number]): number {
  // Cheap products are more common than expensive ones.
  const raw = low * (high / low) ** random.next()
  return raw < 20_000 ? Math.round(raw / 100) * 100 - 1 : Math.round(raw / 500) * 500
}

function materialsOf(random: Random, names: readonly string[]): SandboxProduct['materials'] {
  const [first = '', second = ''] = random.sample(names, 2)
  if (random.chance(0.4)) return [{ name: first, percent: 100 }]
  const percent = random.int(11, 19) * 5
  return [
    { name: first, percent },
    { name: second, percent: 100 - percent },
  ]
}

const SCALES: Readonly<Record<SizeScale, readonly (string | number)[]>> = {
  shoes: [3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5, 11, 11.5, 12, 13, 14],
  letters: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  numbers: [34, 36, 38, 40, 42, 44, 46],
  one: ['One size'],
  none: [],
}

function sizesOf(random: Random, scale: SizeScale, id: number): Size[] {
  const all = SCALES[scale]
  const from = random.int(0, Math.floor(all.length / 4))
  const until = all.length - random.int(0, Math.floor(all.length / 4))
  return all.slice(from, until).map((size, index) => ({
    label: String(size),
    value: typeof size === 'number' ? size : undefined,
    gtin: gtinOf(id * 100 + index + 1),
    quantity: random.chance(0.25) ? 0 : random.int(1, 24),
  }))
}

function descriptionOf(random: Random, family: Family, colour: Colour): string {
  const values: Readonly<Record<string, string>> = {
    brand: family.brand,
    model: family.model,
    colour: colour.name.toLowerCase(),
    category: `piece from our ${family.category.path.at(-1) ?? ''} range`,
    material: family.materials.map(one => one.name.toLowerCase()).join(' and '),
  }
  const sentences = [random.pick(openings), ...random.sample(middles, random.int(1, 3)), random.pick(endings)]
  return sentences.join(' ').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

function attributesOf(random: Random, facts: KindData['attributes']): Record<string, string> {
  // Some products lack attributes, as in real shops.
  const chosen = Object.entries(facts).map(
    ([name, values]) => [name, random.pick(values), random.chance(0.9)] as const,
  )
  return Object.fromEntries(chosen.filter(([, , isGiven]) => isGiven).map(([name, value]) => [name, value]))
}

function reviewsOf(random: Random): Review[] {
  const count = random.chance(0.2) ? 0 : random.int(1, 9)
  return Array.from({ length: count }, () => ({
    author: random.pick(reviewers),
    title: random.pick(reviewTitles),
    text: random.pick(reviewTexts),
    rating: random.pick([2, 3, 4, 4, 5, 5, 5]),
    date: timestampBefore(random.int(1, 700)).slice(0, 10),
  }))
}

function meanRating(reviews: readonly Review[]): number | undefined {
  if (reviews.length === 0) return undefined
  return Math.round((reviews.reduce((sum, one) => sum + one.rating, 0) / reviews.length) * 10) / 10
}

/** The time this many days and seconds before the epoch. */
function timestampBefore(daysBefore: number, secondsBefore = 0): string {
  return new Date(EPOCH - daysBefore * DAY_MS - secondsBefore * 1_000).toISOString().replace('.000Z', 'Z')
}

/** Uses the prefix reserved for in-store use, so that no real article has it. */
function gtinOf(number: number): string {
  const body = `2${String(number).padStart(11, '0')}`.slice(0, 12)
  const sum = Array.from(body).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${body}${(10 - (sum % 10)) % 10}`
}

export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
