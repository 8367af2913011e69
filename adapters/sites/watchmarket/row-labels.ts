// Labels of the specification table in the site's languages, by the contract's keys.
import type { RowKey } from './product.schema.ts'

/** English first; alternative labels of one row, in any word order, separated by `|`. */
const LABELS: Readonly<Record<RowKey, string>> = {
  dial: 'dial|dial color|dial colour|zifferblatt|cadran|esfera|quadrante|wijzerplaat|mostrador|tarcza',
  brand: 'brand|manufacturer|marke|marque|marca|merk|marka',
  clasp: 'clasp|buckle|schließe|fermoir|boucle|cierre|hebilla|chiusura|sluiting|fecho|fivela|zapięcie',
  model: 'model|modell|modèle|modelo|modello',
  price: 'price|preis|prix|precio|prezzo|prijs|preço|cena',
  gender: 'gender|geschlecht|genre|sexe|género|sexo|genere|sesso|geslacht|gênero|płeć',
  crystal: 'crystal|glass|glas|verre|cristal|vetro|vidro|szkło',
  location:
    'location|standort|emplacement|lieu|ubicación|lugar|posizione|luogo|locatie|localização|lokalizacja',
  movement:
    'movement|movement type|aufzug|remontage|mouvement|movimiento|tipo de movimiento|carica|movimento|uurwerk|corda|mechanizm',
  condition: 'condition|zustand|état|estado|condizioni|condizione|stato|staat|conditie|stan',
  availability:
    'availability|verfügbarkeit|disponibilité|disponibilidad|disponibilità|beschikbaarheid|disponibilidade|dostępność',
  listing_code:
    'listing code|listing id|inserats-id|inseratscode|code de l’annonce|code annonce|código del anuncio|codice annuncio|codice dell’annuncio|advertentiecode|código do anúncio|kod oferty',
  case_diameter:
    'case diameter|diameter|durchmesser|gehäusedurchmesser|diamètre|diamètre du boîtier|diámetro|diámetro de la caja|diametro|diametro cassa|diametro della cassa|kastdiameter|diâmetro|diâmetro da caixa|średnica koperty',
  case_material:
    'case material|material gehäuse|gehäusematerial|boîtier|matériau du boîtier|material de la caja|caja|materiale cassa|materiale della cassa|kastmateriaal|material da caixa|materiał koperty',
  dial_numerals:
    'dial numerals|dial numbers|zifferblattzahlen|chiffres du cadran|números de la esfera|numeri del quadrante|numeri quadrante|cijfers wijzerplaat|números do mostrador|cyfry na tarczy',
  bezel_material:
    'bezel material|material lünette|lünettenmaterial|lunette|matériau de la lunette|material del bisel|bisel|materiale lunetta|materiale della lunetta|materiaal lunette|material da luneta|materiał lunety',
  bracelet_color:
    'bracelet color|bracelet colour|bracelet/strap color|strap color|farbe armband|armbandfarbe|couleur du bracelet|color del brazalete|color de la correa|colore bracciale|colore del cinturino|kleur armband|cor da bracelete|cor da pulseira|kolor bransolety',
  clasp_material:
    'clasp material|material schließe|schließenmaterial|matériau de la boucle|matériau du fermoir|material del cierre|materiale chiusura|materiale della chiusura|materiaal sluiting|material do fecho|materiał zapięcia',
  caliber_movement:
    'caliber/movement|calibre/movement|movement/caliber|movement/calibre|kaliber/werk|werk/kaliber|calibre/mouvement|mouvement/calibre|calibre/rouages|calibre/movimiento|calibre/mecanismo|calibro/movimento|movimento/calibro|kaliber/uurwerk|calibre/mecanismo|kaliber/mechanizm',
  reference_number:
    'reference number|referenznummer|numéro de référence|référence|número de referencia|numero di referenza|codice di referenza|referentienummer|número de referência|numer referencyjny',
  bracelet_material:
    'bracelet material|strap material|bracelet/strap material|material armband|armbandmaterial|matériau du bracelet|bracelet|material del brazalete|material de la correa|materiale bracciale|materiale del cinturino|materiaal armband|material da bracelete|material da pulseira|materiał bransolety',
  scope_of_delivery:
    'scope of delivery|lieferumfang|contenu livré|contenu de la livraison|volumen de entrega|alcance del suministro|contenuto della confezione|corredo|leveringsomvang|conteúdo da entrega|artigos fornecidos|zakres dostawy',
  year_of_production:
    'year of production|production year|herstellungsjahr|jahr|année de fabrication|année|año de fabricación|año de producción|anno di produzione|anno|bouwjaar|productiejaar|ano de fabrico|ano de fabricação|ano de produção|rok produkcji',
}

const KEYS: ReadonlyMap<string, RowKey> = new Map(
  Object.entries(LABELS).flatMap(([key, labels]) =>
    labels.split('|').map(label => [wordsOf(label), key as RowKey] as const),
  ),
)

/** The contract's key for a label; undefined for a row that is not in the contract. */
export function rowKeyOf(label: string): RowKey | undefined {
  return KEYS.get(wordsOf(label))
}

/** The words of a label in sorted order, so that "Caliber/movement" equals "Movement / caliber:". */
function wordsOf(label: string): string {
  return label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')
}
