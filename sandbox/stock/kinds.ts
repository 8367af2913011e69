// The data from which each kind of product is generated: invented brands, models, categories, sizes, materials and prices.

export type Kind = 'sneakers' | 'watches' | 'clothing' | 'luxury' | 'electronics' | 'general'

/** What a generated image shows. */
export type PictureShape = 'shoe' | 'watch' | 'shirt' | 'bag' | 'device' | 'box'

/** The table of sizes. */
export type SizeScale = 'shoes' | 'letters' | 'numbers' | 'one' | 'none'

export interface Category {
  readonly path: readonly [string, ...string[]]
  readonly pictureShape: PictureShape
  readonly sizes: SizeScale
  readonly models: readonly string[]
}

export interface KindData {
  readonly kind: Kind
  /** The first id of this kind. */
  readonly firstId: number
  readonly brands: readonly string[]
  readonly categories: readonly Category[]
  readonly materials: readonly string[]
  /** US dollars, in cents. */
  readonly priceCents: readonly [number, number]
  /** Attribute name to its possible values. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

const category = (
  form: PictureShape,
  sizes: SizeScale,
  path: readonly [string, ...string[]],
  models: readonly string[],
): Category => ({ path, pictureShape: form, sizes, models })

const sneakers: KindData = {
  kind: 'sneakers',
  firstId: 1_040_000,
  brands: ['Corvane', 'Halvik', 'Tarnlund', 'Fennhall', 'Kaduro', 'Ulvenna', 'Brannoch', 'Mirovane'],
  categories: [
    category(
      'shoe',
      'shoes',
      ['Sneakers', 'Lifestyle'],
      ['Drift Low', 'Court 83', 'Loft Slip', 'Harbour Low'],
    ),
    category('shoe', 'shoes', ['Sneakers', 'Running'], ['Arc Runner', 'Pace 5', 'Tempo']),
    category('shoe', 'shoes', ['Sneakers', 'Basketball'], ['Delta High', 'Court Mid', 'Lift 3']),
    category('shoe', 'shoes', ['Sneakers', 'Trail'], ['Ridge 2', 'Scree Low']),
    category('shirt', 'letters', ['Apparel', 'Hoodies'], ['Track Hoodie', 'Team Hoodie']),
  ],
  materials: ['Leather', 'Suede', 'Mesh', 'Canvas', 'Knit', 'Nubuck', 'Recycled polyester'],
  priceCents: [6_500, 48_000],
  attributes: {
    midsole: ['Foam', 'Air cell', 'Cork blend'],
    designer: ['Studio Venn', 'Ada Lorne', 'In-house'],
    silhouette: ['Low', 'Mid', 'High'],
    season: ['2023', '2024', '2025'],
    nickname: ['Harbour', 'First Light', 'Paper Kite', 'Night Train'],
  },
}

const watches: KindData = {
  kind: 'watches',
  firstId: 30_100_000,
  brands: ['Aldwerck', 'Castermont', 'Dorvaine', 'Helvorn', 'Lorimond', 'Marchetal', 'Isenried', 'Oberlys'],
  categories: [
    category('watch', 'none', ['Watches', 'Automatic'], ['Meridian', 'Field 36', 'Oval Date']),
    category('watch', 'none', ['Watches', 'Chronograph'], ['Chrono 12', 'Regatta', 'Timer']),
    category('watch', 'none', ['Watches', 'Diver'], ['Tidewater', 'Deep 300']),
    category('watch', 'none', ['Watches', 'Dress'], ['Petite Seconde', 'Dress Thin']),
  ],
  materials: ['Steel', 'Titanium', 'Yellow gold', 'Rose gold', 'Ceramic', 'Bronze'],
  priceCents: [48_000, 2_450_000],
  attributes: {
    movement: ['Automatic', 'Manual winding', 'Quartz'],
    caliber: ['AW-12', 'C 210', 'D.44', 'HV 3000', 'L-7'],
    caseDiameter: ['34 mm', '36 mm', '38 mm', '39.5 mm', '40 mm', '42 mm', '44 mm'],
    crystal: ['Sapphire crystal', 'Mineral glass', 'Plexiglass'],
    dial: ['Black', 'White', 'Blue', 'Silver', 'Green', 'Champagne'],
    dialNumerals: ['No numerals', 'Arabic numerals', 'Roman numerals'],
    bezelMaterial: ['Steel', 'Ceramic', 'Yellow gold'],
    braceletMaterial: ['Steel', 'Calf skin', 'Rubber', 'Textile'],
    braceletColour: ['Steel', 'Black', 'Brown', 'Blue'],
    clasp: ['Fold clasp', 'Buckle'],
    claspMaterial: ['Steel', 'Titanium'],
    condition: ['New', 'Unworn', 'Used (very good)', 'Used (good)', 'Used (fair)'],
    scopeOfDelivery: [
      'Original box, original papers',
      'Original box, no original papers',
      'No original box, no original papers',
    ],
    yearOfProduction: ['1998', '2007', '2015', '2019', '2021', '2023', '2024'],
    availability: ['Item is in stock', 'Item needs to be procured', 'Available on request'],
    negotiable: ['yes', 'no', 'no'],
  },
}

const clothing: KindData = {
  kind: 'clothing',
  firstId: 4_200_000,
  brands: ['Ostrelle', 'Quillmar', 'Sorvane', 'Linden & Roe', 'Pellworth', 'Amberleigh'],
  categories: [
    category('shirt', 'letters', ['Clothing', 'Shirts'], ['Everyday Shirt', 'Boxy Tee', 'Linen Shirt']),
    category('shirt', 'letters', ['Clothing', 'Knitwear'], ['Rib Knit', 'Cable Jumper']),
    category('shirt', 'numbers', ['Clothing', 'Trousers'], ['Wide Trousers', 'Straight Jeans']),
    category('shirt', 'numbers', ['Clothing', 'Dresses'], ['Wrap Dress', 'Pleated Dress']),
    category('shirt', 'letters', ['Clothing', 'Jackets'], ['Linen Blazer', 'Rain Parka']),
  ],
  materials: ['Cotton', 'Linen', 'Wool', 'Viscose', 'Recycled polyester', 'Elastane', 'Lyocell'],
  priceCents: [1_299, 18_900],
  attributes: {
    fit: ['Regular fit', 'Loose fit', 'Slim fit'],
    length: ['Short', 'Regular', 'Long'],
    neckline: ['Round neck', 'V-neck', 'Collar', 'High neck'],
    pattern: ['Solid', 'Striped', 'Checked', 'Printed'],
    sleeve: ['Long sleeve', 'Short sleeve', 'Sleeveless'],
  },
}

const luxury: KindData = {
  kind: 'luxury',
  firstId: 17_300_000,
  brands: ['Ravennet', 'Casa Verdiani', 'Maison Ordelle', 'Tolvanni', 'Sainte-Aube', 'Belcourt Frères'],
  categories: [
    category('bag', 'one', ['Bags', 'Tote bags'], ['Atelier Tote', 'Market Tote']),
    category('bag', 'one', ['Bags', 'Shoulder bags'], ['Small Saddle', 'Crescent Bag']),
    category('shoe', 'shoes', ['Shoes', 'Loafers'], ['Riviera Loafer', 'Penny Loafer']),
    category('shirt', 'numbers', ['Clothing', 'Coats'], ['Cashmere Coat', 'Belted Coat']),
    category('bag', 'one', ['Accessories', 'Small leather goods'], ['Card Case', 'Evening Clutch']),
  ],
  materials: ['Calf leather', 'Lamb leather', 'Silk', 'Cashmere', 'Canvas', 'Brass'],
  priceCents: [29_000, 640_000],
  attributes: {
    lining: ['Suede', 'Cotton', 'None'],
    hardware: ['Gold-tone', 'Palladium', 'Brass'],
    width: ['18 cm', '24 cm', '32 cm', '40 cm'],
    height: ['12 cm', '17 cm', '25 cm', '30 cm'],
    depth: ['6 cm', '9 cm', '14 cm'],
    season: ['Spring', 'Autumn', 'Permanent'],
  },
}

const electronics: KindData = {
  kind: 'electronics',
  firstId: 6_500_000,
  brands: ['Tivora', 'Okumira', 'Brightfen', 'Lumareth', 'Voltmere', 'Parvion'],
  categories: [
    category('device', 'none', ['Electronics', 'Audio'], ['Wave 5 Headphones', 'Orbit Speaker']),
    category('device', 'none', ['Electronics', 'Computers'], ['Slate 14 Laptop', 'Frame 27 Monitor']),
    category('device', 'none', ['Electronics', 'Televisions'], ['Beam 55 Television', 'Beam 65 Television']),
    category('device', 'none', ['Electronics', 'Phones'], ['Pocket 8 Phone', 'Pocket 8 Mini']),
    category('device', 'none', ['Electronics', 'Cameras'], ['Grain Cam 2', 'Field Camera']),
  ],
  materials: ['Aluminium', 'Glass', 'Recycled plastic', 'Steel'],
  priceCents: [1_999, 329_900],
  attributes: {
    memory: ['8 GB', '16 GB', '32 GB'],
    storage: ['128 GB', '256 GB', '512 GB', '1 TB'],
    display: ['6.1"', '14"', '27"', '55"'],
    battery: ['12 hours', '18 hours', '30 hours'],
    connection: ['Wireless', 'USB-C', 'HDMI'],
    warranty: ['1 year', '2 years'],
  },
}

const general: KindData = {
  kind: 'general',
  firstId: 3_780_000,
  brands: ['Hearth & Fold', 'Millbrook', 'Copperline', 'Wrenfield', 'Daybreak Home', 'Saltmarsh'],
  categories: [
    category('box', 'one', ['Home', 'Kitchen'], ['Stoneware Set', 'Cast Pan 26', 'Glass Carafe']),
    category('box', 'one', ['Home', 'Bed & Bath'], ['Cotton Throw', 'Bath Towel']),
    category('bag', 'one', ['Travel', 'Bags'], ['Weekend Bag', 'Day Pack']),
    category('shirt', 'letters', ['Clothing', 'Robes'], ['Lounge Robe', 'Waffle Robe']),
    category('shoe', 'shoes', ['Shoes', 'Slippers'], ['House Slipper', 'Felt Mule']),
  ],
  materials: ['Stoneware', 'Cotton', 'Cast iron', 'Oak', 'Glass', 'Wool'],
  priceCents: [1_200, 42_000],
  attributes: {
    width: ['20 cm', '26 cm', '40 cm', '70 cm'],
    weight: ['0.4 kg', '1.2 kg', '2.8 kg'],
    care: ['Dishwasher safe', 'Hand wash', 'Machine wash'],
    collection: ['Everyday', 'Weekend', 'Heritage'],
  },
}

export const kinds: Readonly<Record<Kind, KindData>> = {
  sneakers,
  watches,
  clothing,
  luxury,
  electronics,
  general,
}
