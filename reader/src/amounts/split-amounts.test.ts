// Amounts in one text: what is a number of money, a range, or cents, and what is not.
import { expect, it } from 'vitest'
import { plainDigits } from '../values/number.ts'
import { splitAmounts } from './split-amounts.ts'

const amounts = (text: string) =>
  splitAmounts(plainDigits(text), () => true).map(({ amount, upTo, sign }) =>
    [upTo === undefined ? amount : `${amount} to ${upTo}`, sign].filter(Boolean).join(' '),
  )

it.each([
  ['250 g (1 kg = 13,96 €)', ['13.96 €']],
  ['Was £149.00 Now £129.00', ['149.00 £', '129.00 £']],
  ['£10.00 – £20.00', ['10.00 to 20.00 £']],
  ['Von 12,90 € bis 19,90 €', ['12.90 to 19.90 €']],
  ['Between 98 kr and 228 kr', ['98 to 228 kr']],
  ['2,350円(税込)から3,690円(税込)まで', ['2350 to 3690 円']],
  ['2 for £4', ['4 £']],
  ['Oak table number 1 £6.00', ['6.00 £']],
  ['6.00€ 12 pieces', ['6.00 €']],
  ['709.- inkl. MwSt.', ['709']],
  ['1299:-', ['1299']],
  ['CHF 1’299.–', ['1299 CHF']],
  ['$12.00 CAD', ['12.00 CAD']],
  ['It was £20.00, now less', ['20.00 £']],
  ['€2.5M', []],
  ['-5 €', []],
  ['Model 4711, 120 x 80 x 45 cm', []],
  ['4.7 of 5', []],
])('%s', (text, wanted) => expect(amounts(text)).toEqual(wanted))

it('gives the words on both sides by where an amount begins and ends', () => {
  const text = 'jetzt nur 12,00 € statt 15,00 €'
  const [now, before] = splitAmounts(text, () => true)
  expect(text.slice(0, now?.start)).toBe('jetzt nur ')
  expect(text.slice(now?.end, before?.start)).toBe(' statt ')
  expect(text.slice(before?.end)).toBe('')
})
