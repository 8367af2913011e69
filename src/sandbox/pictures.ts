// Generated pictures: simple shapes in the product's colours, so that a person sees what kind of thing is meant.
import type { Catalogue } from './catalogue.ts'
import { type PictureShape, type Kind, kinds } from './stock/kinds.ts'
import { colours } from './stock/names.ts'
import { type Random, seededRandom } from './seeded-random.ts'

const SHAPES: Readonly<Record<PictureShape, (fill: string, trim: string) => string>> = {
  shoe: (fill, trim) =>
    `<g transform="translate(0 36)"><path fill="${fill}" d="M70 230c40 6 70-6 92-62l58-8c20 44 62 66 112 74 16 3 22 16 20 40H66c-6-20-4-34 4-44z"/><path fill="${trim}" d="M62 274h292v16c0 10-8 16-18 16H82c-12 0-20-8-20-18z"/><path stroke="${trim}" stroke-width="7" d="m176 176 30 18m-22 2 34 16"/></g>`,
  watch: (fill, trim) =>
    `<path fill="${trim}" d="M160 40h80l14 100H146zm-14 220h108l-14 100h-80z"/><circle cx="200" cy="200" r="86" fill="${trim}"/><circle cx="200" cy="200" r="72" fill="${fill}"/><path stroke="#fff" stroke-width="7" stroke-linecap="round" d="M200 200v-50m0 50 34 20"/><circle cx="200" cy="200" r="7" fill="#fff"/>`,
  shirt: (fill, trim) =>
    `<path fill="${fill}" d="m140 90-74 46 30 66 34-16v134h140V186l34 16 30-66-74-46c-16 22-104 22-120 0z"/><path fill="none" stroke="${trim}" stroke-width="8" d="M140 90c16 34 104 34 120 0"/>`,
  bag: (fill, trim) =>
    `<path fill="none" stroke="${trim}" stroke-width="14" d="M142 170v-30c0-78 116-78 116 0v30"/><path fill="${fill}" d="M90 160h220l22 150c2 14-8 24-22 24H90c-14 0-24-10-22-24z"/><path fill="${trim}" d="M180 214h40v34h-40z"/>`,
  device: (fill, trim) =>
    `<rect x="70" y="90" width="260" height="180" rx="14" fill="${trim}"/><rect x="84" y="104" width="232" height="152" rx="6" fill="${fill}"/><path fill="${trim}" d="M180 270h40v34h44v14H136v-14h44z"/>`,
  box: (fill, trim) =>
    `<path fill="${fill}" d="m200 70 126 62v136l-126 62-126-62V132z"/><path fill="none" stroke="${trim}" stroke-width="8" d="m74 132 126 62 126-62M200 194v136"/>`,
}

const SHAPE_NAMES = Object.keys(SHAPES) as PictureShape[]

/** Any path is a picture; one that names a product of the catalogue shows that product. */
export function renderPicture(path: string, catalogue: Catalogue): string {
  const product = productAtPath(path, catalogue)
  // The thing itself looks the same on all its pictures; light and angle differ.
  const own = seededRandom(catalogue.seed, 'pictured', product ? `${product.kind} ${product.id}` : path)
  const form = product?.pictureShape ?? own.pick(SHAPE_NAMES)
  const fill = product?.colour.hex ?? own.pick(colours).hex
  const trim = `hsl(${own.int(0, 359)} 15% 38%)`
  const label = (product?.name ?? '').replace(/[<>&]/g, '')
  return renderFrame(SHAPES[form](fill, trim), label, seededRandom(catalogue.seed, 'picture', path))
}

function renderFrame(shape: string, label: string, random: Random): string {
  const ground = `hsl(${random.int(0, 359)} 30% 93%)`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="800" height="800" role="img"><title>${label}</title><rect width="400" height="400" fill="${ground}"/><ellipse cx="200" cy="345" rx="130" ry="14" fill="#0002"/><g transform="rotate(${random.int(-8, 8)} 200 200)">${shape}</g></svg>`
}

/** `/pictures/<kind>/<id>/...`, whatever comes after it. */
function productAtPath(path: string, catalogue: Catalogue) {
  const [, kind = '', id = ''] = /^\/pictures\/([a-z]+)\/(\d+)/.exec(path) ?? []
  return Object.hasOwn(kinds, kind) ? catalogue.byId(kind as Kind, id) : undefined
}
