// The types of changes in the feed, used by watches, webhooks, the command line and the OpenAPI document.
import { t } from '#kit/schema/schema'

/** Changes of sites and canaries belong to no watch. */
export const CHANGE_TYPES = [
  'price.changed',
  'availability.changed',
  'product.changed',
  'product.gone',
  'product.back',
  'product.replaced',
  'catalog.added',
  'catalog.removed',
  'catalog.price_changed',
  'catalog.availability_changed',
  'watch.failing',
  'watch.recovered',
  'site.drifting',
  'site.recovered',
  'canary.failing',
  'canary.recovered',
] as const

export type ChangeType = (typeof CHANGE_TYPES)[number]

/** The title is the name of the type in both clients. */
export const changeTypeSchema = t.oneOf(CHANGE_TYPES, { title: 'ChangeType' })
