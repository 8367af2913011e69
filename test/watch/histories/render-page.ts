// The answer of general.product for a step: what Wares reads from the page of the scripted shop, or the fault.
import type { FaultCode } from '../../../src/kit/fault.ts'
import type { GeneralProduct } from '../../../src/kit/general/general-product.ts'
import { resultOfAnswer } from '../../../src/watch/answer-facts.ts'
import type { CheckResult } from '../../../src/watch/knowledge.ts'
import type { VariantChoice } from '../../../src/watch/variant-choice.ts'
import { ABROAD_RATE, GLITCH_CENTS, OTHER_CENTS, type Step } from './shop-truth.ts'

export function resultOf(step: Step, variant: VariantChoice | null): CheckResult {
  const { appearance, truth } = step
  if (typeof appearance === 'object') return { fault: appearance.fault as FaultCode, detail: 'scripted' }
  if (!truth.isListed) return { fault: 'not_found', detail: 'scripted' }
  return resultOfAnswer('general.product', productOf(step), variant)
}

function productOf({ appearance, truth }: Step): GeneralProduct {
  const isOther = appearance === 'other-product'
  const isAbroad = appearance === 'abroad'
  const isLayoutB = appearance === 'layout-b'
  const price = (cents: number) => ({
    amount: ((isAbroad ? Math.round(cents * ABROAD_RATE) : cents) / 100).toFixed(2),
    currency: isAbroad ? 'USD' : 'EUR',
  })
  const stock = (isInStock: boolean) => (isInStock ? ('in_stock' as const) : ('out_of_stock' as const))
  const shown = appearance === 'glitch' ? GLITCH_CENTS : isOther ? OTHER_CENTS : truth.cents
  const product = {
    url: 'https://shop.example/boots',
    site: 'shop.example',
    operation: null,
    name: isOther ? 'Ceramic plant pot, large' : isAbroad ? 'Bottes de randonnée' : 'Alder hiking boot',
    brand: 'Alder',
    gtin: isLayoutB ? null : isOther ? '4006381333931' : '4012345678901',
    mpn: isLayoutB ? null : isOther ? 'POT-7' : 'AB-1200',
    sku: isLayoutB ? null : isOther ? '99120' : '55301',
    color: null,
    condition: 'new',
    price: appearance === 'without-price' ? null : price(shown),
    list_price: null,
    price_max: null,
    availability: appearance === 'without-stock' ? null : stock(isOther || truth.isInStock),
    seller: null,
    variants:
      isLayoutB || isOther
        ? []
        : truth.sizes.map(size => ({
            sku: `55301-${size.label}`,
            gtin: null,
            size: size.label,
            color: null,
            condition: null,
            price:
              appearance === 'without-price'
                ? null
                : price(appearance === 'glitch' ? GLITCH_CENTS : size.cents),
            availability: appearance === 'without-stock' ? null : stock(size.isInStock),
            url: null,
          })),
  }
  return product as unknown as GeneralProduct
}
