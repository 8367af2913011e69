// What schema.org calls stock and condition, in the words of every answer.
import type { Availability, Condition } from '../values/offers.ts'

const STATES: Readonly<Record<string, Availability>> = {
  instock: 'in_stock',
  onlineonly: 'in_stock',
  limitedavailability: 'limited',
  presale: 'preorder',
  preorder: 'preorder',
  madetoorder: 'backorder',
  reserved: 'out_of_stock',
  backorder: 'backorder',
  outofstock: 'out_of_stock',
  soldout: 'out_of_stock',
  // It cannot be ordered from here.
  instoreonly: 'out_of_stock',
  discontinued: 'discontinued',
}

/** `http://schema.org/InStock`, `https://schema.org/InStock`, `InStock`, `in stock` or `in_stock`. */
export function schemaAvailability(value: unknown): Availability | undefined {
  return STATES[lastWord(value)]
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  newcondition: 'new',
  new: 'new',
  usedcondition: 'used',
  used: 'used',
  refurbishedcondition: 'refurbished',
  refurbished: 'refurbished',
  damagedcondition: 'damaged',
  damaged: 'damaged',
}

export function schemaCondition(value: unknown): Condition | undefined {
  return CONDITIONS[lastWord(value)]
}

/** Of a text, an object with an `@id`, or the first of a list. */
function lastWord(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const named = typeof first === 'object' && first !== null ? (first as { '@id'?: unknown })['@id'] : first
  return (typeof named === 'string' ? named : '')
    .replace(/^.*[/#]/, '')
    .replaceAll(/[\s_-]+/g, '')
    .toLowerCase()
}
