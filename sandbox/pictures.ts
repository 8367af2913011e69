// Generated images: simple shapes in the product's colours, so that a person recognises the kind of product.
import type { Catalog } from './catalog.ts'
import { type Shape, SHAPES, shapeOfModel } from './picture-shapes.ts'
import type { SandboxProduct } from './product.ts'
import { type PictureShape, type Kind, kinds } from './stock/kinds.ts'
import { colours } from './stock/names.ts'
import { type Random, seededRandom } from './seeded-random.ts'

const SHAPE_NAMES = Object.keys(SHAPES) as Shape[]
/** The shape of a category, when the model's name has no match. */
const CATEGORY_SHAPES: Readonly<Record<PictureShape, Shape>> = {
  shoe: 'shoe',
  watch: 'watch',
  shirt: 'shirt',
  bag: 'bag',
  device: 'monitor',
  box: 'box',
}
/** A watch is shown in the colour of its dial, everything else in its own colour. */
const DIALS: Readonly<Record<string, string>> = {
  Black: '#1c1c1e',
  White: '#f4f4f0',
  Blue: '#2a4b8d',
  Silver: '#c0c4c8',
  Green: '#2d6a4f',
  Champagne: '#e6cf9f',
}

/** Any path returns an image; one that names a product of the catalog shows that product. */
export function renderPicture(path: string, catalog: Catalog): string {
  const product = productAtPath(path, catalog)
  // The product looks the same in all its images; light and angle differ.
  const own = seededRandom(catalog.seed, 'pictured', product ? `${product.kind} ${product.id}` : path)
  const shape = product ? shapeOf(product) : own.pick(SHAPE_NAMES)
  const fill = product ? colourOf(product) : own.pick(colours).hex
  const trim = `hsl(${own.int(0, 359)} 15% 38%)`
  const label = (product?.name ?? '').replace(/[<>&]/g, '')
  const scene = SHADOW + SHAPES[shape](fill, trim)
  return renderFrame(centred(scene, shape), label, seededRandom(catalog.seed, 'picture', path))
}

const SHADOW = '<ellipse cx="200" cy="345" rx="130" ry="14" fill="#0002"/>'
/** The middle of what stands low in its frame. */
const MIDDLES: Readonly<Partial<Record<Shape, number>>> = {
  shoe: 275,
  highShoe: 252,
  loafer: 290,
  slipper: 280,
  pan: 265,
}

function centred(scene: string, shape: Shape): string {
  const middle = MIDDLES[shape]
  if (middle === undefined) return scene
  return `<g transform="translate(200 200) scale(1.12) translate(-200 -${middle})">${scene}</g>`
}

function shapeOf({ kind, model, pictureShape }: SandboxProduct): Shape {
  return (kind === 'watches' ? undefined : shapeOfModel(model)) ?? CATEGORY_SHAPES[pictureShape]
}

function colourOf({ kind, attributes, colour }: SandboxProduct): string {
  return (kind === 'watches' ? DIALS[attributes.dial ?? ''] : undefined) ?? colour.hex
}

/** From the left or the right, and never quite straight. */
function renderFrame(shape: string, label: string, random: Random): string {
  const background = `hsl(${random.int(0, 359)} 30% 93%)`
  const turn = random.int(-2, 2)
  const side = random.int(0, 2) === 0 ? ' translate(400 0) scale(-1 1)' : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="800" height="800" role="img"><title>${label}</title><rect width="400" height="400" fill="${background}"/><g transform="rotate(${turn} 200 200)${side}">${shape}</g></svg>`
}

/** `/pictures/<kind>/<id>/...`, whatever comes after it. */
function productAtPath(path: string, catalog: Catalog) {
  const [, kind = '', id = ''] = /^\/pictures\/([a-z]+)\/(\d+)/.exec(path) ?? []
  return Object.hasOwn(kinds, kind) ? catalog.byId(kind as Kind, id) : undefined
}
