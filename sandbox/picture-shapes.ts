// The shapes of generated images: one for each kind of thing that the shops sell, in two colours.

type Draw = (fill: string, trim: string) => string

const upper = (fill: string, trim: string, sleeves: string) =>
  `<path fill="${fill}" d="m140 90-74 46 ${sleeves} 34-16v134h140V186l34 16 30-66-74-46c-16 22-104 22-120 0z"/><path fill="none" stroke="${trim}" stroke-width="8" d="M140 90c16 34 104 34 120 0"/>`

export const SHAPES = {
  shoe: (fill, trim) =>
    `<g transform="translate(0 36)"><path fill="${fill}" d="M70 230c40 6 70-6 92-62l58-8c20 44 62 66 112 74 16 3 22 16 20 40H66c-6-20-4-34 4-44z"/><path fill="${trim}" d="M62 274h292v16c0 10-8 16-18 16H82c-12 0-20-8-20-18z"/><path stroke="${trim}" stroke-width="7" d="m176 176 30 18m-22 2 34 16"/></g>`,
  highShoe: (fill, trim) =>
    `<g transform="translate(0 36)"><path fill="${fill}" d="M72 120h92c8 44 40 78 90 96 36 12 78 14 92 24 6 8 8 20 6 34H66c4-60 0-110 6-154z"/><path fill="${trim}" d="M62 274h292v16c0 10-8 16-18 16H82c-12 0-20-8-20-18z"/><path stroke="${trim}" stroke-width="7" d="m140 150 34-8m-28 34 38-12m-26 38 38-16"/></g>`,
  loafer: (fill, trim) =>
    `<g transform="translate(0 40)"><path fill="${fill}" d="M68 226c6-18 24-24 44-18 34 10 66 8 96-12 40 4 92 26 126 46 12 8 18 20 18 32H66c-4-18-4-32 2-48z"/><path fill="${trim}" d="m202 200 46 14-12 34-54-16z"/><path fill="${trim}" d="M62 274h292v8c0 6-4 10-10 10H70c-6 0-8-6-8-10z"/></g>`,
  watch: (fill, trim) =>
    `<path fill="${trim}" d="M160 40h80l14 100H146zm-14 220h108l-14 100h-80z"/><circle cx="200" cy="200" r="86" fill="${trim}"/><circle cx="200" cy="200" r="72" fill="${fill}" stroke="#fff8" stroke-width="3"/><path stroke="#fff" stroke-width="9" stroke-linecap="round" d="M200 200v-50m0 50 34 20"/><path stroke="#333" stroke-width="4" stroke-linecap="round" d="M200 200v-50m0 50 34 20"/><circle cx="200" cy="200" r="7" fill="#fff" stroke="#333"/>`,
  shirt: (fill, trim) => upper(fill, trim, '30 66'),
  knit: (fill, trim) =>
    `<path fill="${fill}" d="m146 90-60 30-34 160 46 10 26-112v142h152V178l26 112 46-10-34-160-60-30c-16 20-92 20-108 0z"/><path fill="none" stroke="${trim}" stroke-width="8" d="M146 90c16 30 92 30 108 0M124 306h152"/>`,
  hoodie: (fill, trim) =>
    `<path fill="${fill}" d="m146 96-60 28-34 156 46 10 26-112v142h152V178l26 112 46-10-34-156-60-28c4-50-112-50-108 0z"/><path fill="${trim}" d="M158 104c8 44 76 44 84 0-10-22-74-22-84 0z"/><path fill="none" stroke="${trim}" stroke-width="7" d="M150 300l16-58h68l16 58m-66-160v42m32-42v42"/>`,
  jacket: (fill, trim) =>
    `<path fill="${fill}" d="m148 80-62 34-34 176 46 10 26-122v152h152V178l26 122 46-10-34-176-62-34-52 40z"/><path fill="${trim}" d="m148 80 52 130 52-130-22-12-30 52-30-52z"/><path stroke="${trim}" stroke-width="6" d="M200 210v120"/><circle cx="214" cy="236" r="5" fill="${trim}"/><circle cx="214" cy="276" r="5" fill="${trim}"/>`,
  dress: (fill, trim) =>
    `<path fill="${fill}" d="m160 70 12 56-20 62-54 152h204l-54-152-20-62 12-56h-14c-6 36-46 36-52 0z"/><path fill="none" stroke="${trim}" stroke-width="8" d="M152 188h96"/>`,
  trousers: (fill, trim) =>
    `<path fill="${fill}" d="M134 66h132l24 280h-62l-28-190-28 190h-62z"/><path fill="${trim}" d="M132 66h136l2 22H130z"/>`,
  bag: (fill, trim) =>
    `<path fill="none" stroke="${trim}" stroke-width="14" d="M142 170v-30c0-78 116-78 116 0v30"/><path fill="${fill}" d="M90 160h220l22 150c2 14-8 24-22 24H90c-14 0-24-10-22-24z"/><path fill="${trim}" d="M180 214h40v34h-40z"/>`,
  saddle: (fill, trim) =>
    `<path fill="none" stroke="${trim}" stroke-width="9" d="M110 190C120 30 280 30 290 190"/><path fill="${fill}" d="M84 186h232c8 60-4 110-34 132H118c-30-22-42-72-34-132z"/><path fill="${trim}" d="M84 186h232c-10 60-60 78-116 78S94 246 84 186z" opacity=".35"/><circle cx="200" cy="262" r="11" fill="${trim}"/>`,
  pack: (fill, trim) =>
    `<path fill="none" stroke="${trim}" stroke-width="12" d="M170 90c0-44 60-44 60 0"/><path fill="${fill}" d="M110 160c0-96 180-96 180 0v156c0 14-10 22-22 22H132c-12 0-22-8-22-22z"/><path fill="${trim}" d="M138 226h124v76H138z" opacity=".55"/>`,
  wallet: (fill, trim) =>
    `<rect x="84" y="126" width="232" height="160" rx="16" fill="${fill}"/><path fill="none" stroke="${trim}" stroke-width="6" stroke-dasharray="10 7" d="M98 206h204"/><path fill="${trim}" d="M256 186h60v42h-60c-24 0-24-42 0-42z"/>`,
  television: (fill, trim) =>
    `<rect x="46" y="94" width="308" height="186" rx="8" fill="${fill}" stroke="${trim}" stroke-width="10"/><path fill="#fff3" d="M56 104h150l-96 166H56z"/><path stroke="${trim}" stroke-width="12" d="m120 330 24-46m136 46-24-46"/>`,
  monitor: (fill, trim) =>
    `<rect x="70" y="90" width="260" height="180" rx="14" fill="${trim}"/><rect x="84" y="104" width="232" height="152" rx="6" fill="${fill}"/><path fill="${trim}" d="M180 270h40v34h44v14H136v-14h44z"/>`,
  laptop: (fill, trim) =>
    `<rect x="92" y="104" width="216" height="150" rx="10" fill="${trim}"/><rect x="104" y="116" width="192" height="126" rx="4" fill="${fill}"/><path fill="${trim}" d="M56 258h288l18 34c2 8-2 12-8 12H46c-6 0-10-4-8-12z"/>`,
  phone: (fill, trim) =>
    `<rect x="134" y="60" width="132" height="276" rx="24" fill="${trim}"/><rect x="144" y="78" width="112" height="240" rx="12" fill="${fill}"/><circle cx="200" cy="92" r="5" fill="${trim}"/>`,
  headphones: (fill, trim) =>
    `<path fill="none" stroke="${fill}" stroke-width="22" d="M96 236c-10-180 218-180 208 0"/><rect x="70" y="212" width="58" height="104" rx="24" fill="${fill}"/><rect x="272" y="212" width="58" height="104" rx="24" fill="${fill}"/><rect x="112" y="222" width="22" height="84" rx="10" fill="${trim}"/><rect x="266" y="222" width="22" height="84" rx="10" fill="${trim}"/>`,
  speaker: (fill, trim) =>
    `<rect x="112" y="70" width="176" height="262" rx="24" fill="${fill}"/><circle cx="200" cy="236" r="62" fill="${trim}"/><circle cx="200" cy="236" r="26" fill="${fill}"/><circle cx="200" cy="126" r="28" fill="${trim}"/>`,
  camera: (fill, trim) =>
    `<path fill="${fill}" d="M66 134h70l20-34h88l20 34h70c10 0 16 8 16 16v150c0 10-6 18-16 18H66c-10 0-16-8-16-18V150c0-8 6-16 16-16z"/><circle cx="200" cy="224" r="66" fill="${trim}"/><circle cx="200" cy="224" r="40" fill="#1118"/><circle cx="184" cy="208" r="11" fill="#fff9"/><rect x="300" y="152" width="30" height="16" rx="4" fill="${trim}"/>`,
  pan: (fill, trim) =>
    `<path fill="${trim}" d="M270 218 366 170l12 24-92 52z"/><path fill="${fill}" d="M50 200h246c4 60-26 106-70 106H120c-44 0-74-46-70-106z"/><ellipse cx="173" cy="200" rx="123" ry="26" fill="${trim}"/><ellipse cx="173" cy="202" rx="108" ry="19" fill="${fill}"/>`,
  carafe: (fill, trim) =>
    `<path fill="${fill}" d="M162 70h76l-10 92c50 34 66 74 52 168H120c-14-94 2-134 52-168z" opacity=".8"/><path fill="${trim}" d="M132 240c30 14 106-14 136 0 14 30 14 56 10 86H122c-4-30-4-56 10-86z" opacity=".5"/><path fill="${trim}" d="M158 62h84v14h-84z"/>`,
  plates: (fill, trim) =>
    `<ellipse cx="200" cy="300" rx="130" ry="28" fill="${trim}"/><ellipse cx="200" cy="288" rx="130" ry="28" fill="${fill}"/><ellipse cx="200" cy="264" rx="108" ry="22" fill="${trim}"/><ellipse cx="200" cy="254" rx="108" ry="22" fill="${fill}"/><path fill="${fill}" d="M124 150h152c4 60-26 92-76 92s-80-32-76-92z"/><ellipse cx="200" cy="150" rx="76" ry="16" fill="${trim}"/>`,
  textile: (fill, trim) =>
    `<path fill="${fill}" d="M84 130h232v60H84zm0 66h232v60H84zm0 66h232v60H84z"/><path fill="none" stroke="${trim}" stroke-width="6" d="M104 130v192m16-192v192"/><path stroke="${trim}" stroke-width="5" d="M84 193h232M84 259h232"/>`,
  robe: (fill, trim) =>
    `<path fill="${fill}" d="m152 70-58 30-36 140 44 12 22-70v160h152V182l22 70 44-12-36-140-58-30-48 70z"/><path fill="none" stroke="${trim}" stroke-width="10" d="m152 70 48 110 48-110M124 216h152m-70 0 18 60"/>`,
  slipper: (fill, trim) =>
    `<g transform="translate(0 44)"><path fill="${trim}" d="M56 252h294c8 0 12 6 10 14-2 12-10 18-22 18H76c-14 0-22-14-20-32z"/><path fill="${fill}" d="M172 252c4-64 46-96 102-84 52 12 80 44 78 84z"/></g>`,
  box: (fill, trim) =>
    `<path fill="${fill}" d="m200 70 126 62v136l-126 62-126-62V132z"/><path fill="none" stroke="${trim}" stroke-width="8" d="m74 132 126 62 126-62M200 194v136"/>`,
} as const satisfies Readonly<Record<string, Draw>>

export type Shape = keyof typeof SHAPES

/** By a word in the model's name; the first match is used. */
const BY_MODEL: readonly (readonly [RegExp, Shape])[] = [
  [/headphones/i, 'headphones'],
  [/speaker/i, 'speaker'],
  [/laptop/i, 'laptop'],
  [/monitor/i, 'monitor'],
  [/television/i, 'television'],
  [/phone|pocket 8/i, 'phone'],
  [/\bcam(?:era)?\b/i, 'camera'],
  [/hoodie/i, 'hoodie'],
  [/knit|jumper/i, 'knit'],
  [/trousers|jeans/i, 'trousers'],
  [/dress(?! thin)/i, 'dress'],
  [/blazer|parka|coat/i, 'jacket'],
  [/robe/i, 'robe'],
  [/saddle|crescent/i, 'saddle'],
  [/card case|clutch/i, 'wallet'],
  [/day pack/i, 'pack'],
  [/loafer/i, 'loafer'],
  [/slipper|mule/i, 'slipper'],
  [/\bhigh\b|\bmid\b/i, 'highShoe'],
  [/pan\b/i, 'pan'],
  [/carafe/i, 'carafe'],
  [/stoneware/i, 'plates'],
  [/throw|towel/i, 'textile'],
]

export function shapeOfModel(model: string): Shape | undefined {
  return BY_MODEL.find(([words]) => words.test(model))?.[1]
}
