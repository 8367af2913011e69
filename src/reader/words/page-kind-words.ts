// Headings of shop pages that are not about a product, one row per language.
import { matchWhole } from './phrases.ts'

/** Carts, checkouts, accounts, searches, help and errors, as whole headings. */
export const OTHER_PAGE_HEADING = matchWhole({
  en:
    '(?:(?:your|my|our|the|shopping) )*(?:cart|basket|bag|checkout|wish ?list|favou?rites|account|orders?|addresses|shops?|stores|brands|blog|news)(?: is empty)? | ' +
    'check ?out | (?:sign|log) ?(?:in|out|up)(?: .{0,30})? | register | search(?: results)?(?: .{0,60})? | (?:\\d[\\d,.]* |no )?results (?:for|found).{0,60} | ' +
    'welcome(?: .{0,40})? | home(?:page)? | contact(?: us)? | about(?: us)? | delivery(?: .{0,30})? | shipping(?: .{0,30})? | returns?(?: .{0,30})? | ' +
    'frequently asked questions | faqs? | help(?: .{0,30})? | terms(?: .{0,40})? | privacy(?: .{0,30})? | (?:page )?not found | error(?: \\d+)? | ' +
    'access denied | order (?:no|number|#).{0,30} | payment(?: .{0,30})?',
  de:
    '(?:(?:ihr|dein|mein|der) )?(?:warenkorb|einkaufswagen|merkzettel|wunschliste|konto|bestellungen?)(?: ist leer)? | kasse | anmelden | registrieren | ' +
    'such(?:e|ergebnisse?)(?: .{0,60})? | willkommen(?: .{0,40})? | kontakt | über uns | versand(?:kosten)?(?: .{0,30})? | lieferung(?: .{0,30})? | ' +
    'hilfe | agb | datenschutz\\w* | impressum | seite nicht gefunden | marken',
  fr:
    '(?:(?:votre|mon) )?(?:panier|compte|commandes?)(?: est vide)? | (?:se )?connexion | résultats? (?:de |pour ).{0,60} | recherche(?: .{0,60})? | ' +
    'bienvenue(?: .{0,40})? | contact(?:ez-nous)? | à propos(?: .{0,30})? | livraison(?: .{0,30})? | aide | conditions(?: .{0,40})? | page (?:introuvable|non trouvée)',
  es: '(?:(?:tu|mi|su) )?(?:carrito|carro|cesta|cuenta|pedidos?)(?: está vac[ií]\\w)? | iniciar sesión | resultados(?: .{0,60})? | bienvenid\\w+(?: .{0,40})? | contacto | envíos?(?: .{0,30})? | ayuda | página no encontrada',
  it: '(?:(?:il tuo|mio) )?(?:carrello|account|ordini)(?: è vuoto)? | accedi | risultati(?: .{0,60})? | benvenut\\w(?: .{0,40})? | contatti | chi siamo | spedizion\\w(?: .{0,30})? | pagina non trovata',
  other:
    'koszyk | košík | kosár | winkelwagen | winkelmand | kassa | varukorg | kundvagn | handlekurv | indkøbskurv | ostoskori | корзина | кошик | contactgegevens | strona główna',
})
