// Sentences from which descriptions, features and reviews are composed.

/** `{brand}`, `{model}`, `{colour}`, `{category}` and `{material}` are substituted. */
export const openings: readonly string[] = [
  'The {brand} {model} is a {category} for every day, shown here in {colour}.',
  'Made from {material}, the {model} keeps its shape season after season.',
  '{brand} has refined the {model} over several years; this is the {colour} edition.',
  'A quiet classic: the {model} in {colour}, finished by hand.',
  'The {model} brings {material} and a clean line together.',
]

export const middles: readonly string[] = [
  'It was designed in a small studio and tested over two winters.',
  'Every seam is checked twice before it leaves the workshop.',
  'The proportions are a little wider than those of the previous edition.',
  'Light enough to carry all day, sturdy enough to last for years.',
  'The surface is soft to the touch & easy to clean.',
  'Its details are reduced to what is needed, and nothing else.',
]

export const endings: readonly string[] = [
  'Delivered in a recycled box with a cloth bag.',
  'Two years of warranty are included.',
  'Care notes are printed on the inner label.',
  'Spare parts are available from the maker.',
  'It pairs well with the rest of the {brand} range.',
]

export const features: readonly string[] = [
  'Reinforced at the points of wear',
  'Tone-on-tone logo',
  'Recycled packaging',
  'Breathable lining',
  'Water repellent finish',
  'Adjustable fit',
  'Quick release fastening',
  'Numbered inside',
  'Soft-touch surface',
  'Repairable by the maker',
]

export const careNotes: readonly string[] = [
  'Machine wash at 30 °C',
  'Do not bleach',
  'Iron at low heat',
  'Do not tumble dry',
  'Wipe with a soft, dry cloth',
  'Keep away from direct sunlight',
]

export const reviewTitles: readonly string[] = [
  'Exactly as shown',
  'Better than expected',
  'Good, with one remark',
  'Would buy again',
  'Not quite for me',
  'A pleasant surprise',
]

export const reviewTexts: readonly string[] = [
  'Arrived quickly and looks just like the pictures. The colour is a touch darker in daylight.',
  'I have used it every day for a month and it still looks new.',
  'Comfortable from the first day. The size runs slightly large, so check the table first.',
  'Solid work for the price; the packaging could be simpler.',
  'The fastening is a little stiff at first, but that settles after a week.',
  'Bought as a present & it was very well received.',
  'Good value. I took a second one in another colour.',
  'It is fine, though I had hoped for a softer material.',
]
