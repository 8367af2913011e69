// Invented names that all kinds of products share: colours, countries, sellers, reviewers.

export interface Colour {
  readonly name: string
  readonly hex: string
  /** The suffix of a style code. */
  readonly code: string
}

export const colours: readonly Colour[] = [
  { name: 'Black', hex: '#1c1c1e', code: '001' },
  { name: 'White', hex: '#f4f4f0', code: '100' },
  { name: 'Slate', hex: '#5b6770', code: '020' },
  { name: 'Sand', hex: '#d8c3a5', code: '240' },
  { name: 'Navy', hex: '#1f2a44', code: '410' },
  { name: 'Sky', hex: '#8ecae6', code: '430' },
  { name: 'Forest', hex: '#2d6a4f', code: '310' },
  { name: 'Moss', hex: '#7f8f4e', code: '330' },
  { name: 'Brick', hex: '#a4452c', code: '620' },
  { name: 'Coral', hex: '#ff7f6b', code: '640' },
  { name: 'Plum', hex: '#6d3b6e', code: '510' },
  { name: 'Lilac', hex: '#b8a1d9', code: '530' },
  { name: 'Mustard', hex: '#d9a521', code: '710' },
  { name: 'Lemon', hex: '#f2e16b', code: '730' },
  { name: 'Chestnut', hex: '#6f4a32', code: '210' },
  { name: 'Cream', hex: '#f3e9d2', code: '110' },
  { name: 'Silver', hex: '#c0c4c8', code: '040' },
  { name: 'Rose', hex: '#dba39a', code: '660' },
]

export interface Country {
  readonly code: string
  readonly name: string
}

export const countries: readonly Country[] = [
  { code: 'PT', name: 'Portugal' },
  { code: 'IT', name: 'Italy' },
  { code: 'TR', name: 'Türkiye' },
  { code: 'VN', name: 'Vietnam' },
  { code: 'ES', name: 'Spain' },
  { code: 'IN', name: 'India' },
  { code: 'RO', name: 'Romania' },
  { code: 'JP', name: 'Japan' },
  { code: 'DE', name: 'Germany' },
  { code: 'US', name: 'United States' },
]

export interface Seller {
  readonly id: number
  readonly name: string
  readonly country: Country
  readonly rating: number
  readonly reviewsCount: number
  readonly professional: boolean
}

const countryOf = (code: string, name: string): Country => ({ code, name })

export const sellers: readonly Seller[] = [
  {
    id: 10_411,
    name: 'Harbour Row Trading',
    country: countryOf('GB', 'United Kingdom'),
    rating: 4.9,
    reviewsCount: 1_284,
    professional: true,
  },
  {
    id: 10_587,
    name: 'Nordlicht Sammlung',
    country: countryOf('DE', 'Germany'),
    rating: 4.8,
    reviewsCount: 846,
    professional: true,
  },
  {
    id: 10_733,
    name: 'Maison des Heures',
    country: countryOf('FR', 'France'),
    rating: 4.7,
    reviewsCount: 512,
    professional: true,
  },
  {
    id: 10_902,
    name: 'Sakura Lane Store',
    country: countryOf('JP', 'Japan'),
    rating: 5,
    reviewsCount: 2_371,
    professional: true,
  },
  {
    id: 11_056,
    name: 'Piazza Nove',
    country: countryOf('IT', 'Italy'),
    rating: 4.6,
    reviewsCount: 398,
    professional: true,
  },
  {
    id: 11_218,
    name: 'Lakeside Outlet',
    country: countryOf('US', 'United States'),
    rating: 4.5,
    reviewsCount: 977,
    professional: true,
  },
  {
    id: 11_340,
    name: 'Private seller 340',
    country: countryOf('ES', 'Spain'),
    rating: 4.2,
    reviewsCount: 6,
    professional: false,
  },
  {
    id: 11_461,
    name: 'Private seller 461',
    country: countryOf('NL', 'Netherlands'),
    rating: 4.9,
    reviewsCount: 11,
    professional: false,
  },
  {
    id: 11_602,
    name: 'Old Mill Exchange',
    country: countryOf('CH', 'Switzerland'),
    rating: 4.8,
    reviewsCount: 640,
    professional: true,
  },
  {
    id: 11_777,
    name: 'Harbin & Tolle',
    country: countryOf('AT', 'Austria'),
    rating: 4.4,
    reviewsCount: 203,
    professional: true,
  },
]

export const reviewers: readonly string[] = [
  'Alma K.',
  'Bruno T.',
  'Cleo M.',
  'Dario P.',
  'Edda L.',
  'Finn O.',
  'Greta W.',
  'Hugo S.',
  'Ines R.',
  'Jonas B.',
  'Kira N.',
  'Leo D.',
  'Mona F.',
  'Nils A.',
  'Olga H.',
  'Pia V.',
  'Quentin J.',
  'Rosa E.',
  'Sam C.',
  'Tess G.',
]
