// Which option of a product a price belongs to, where the page lets people choose.
import { VARIANTS } from '../page/element-context.ts'
import { attribute, isInside, parentOf, siblingsOf, textIn } from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'

const OPTION_TAGS = new Set(['li', 'label', 'button', 'tr', 'td'])
const CHOSEN_NAME = /(?:^|[-_\s])(?:is-?)?(?:selected|active|checked|chosen|current)(?:$|[-_\s])/i
const CHOSEN_ATTRIBUTES = [
  'aria-checked',
  'aria-selected',
  'aria-pressed',
  'data-selected',
  'data-initiallyselected',
]
// How many levels of elements an option has around its price, and how many options are compared.
const OPTION_DEPTH = 6
const MAX_OPTIONS = 40
// A name and a price.
const MAX_OPTION = 60

export type OptionState = 'chosen' | 'other' | undefined

/** Whether a price is that of the chosen option, or of another one where one is chosen. */
export function createOptionStates(page: ReaderPage): (node: number) => OptionState {
  const radios = page.buttons.filter(node => attribute(page, node, 'type')?.toLowerCase() === 'radio')
  const inputsIn = (node: number) => radios.filter(radio => isInside(page.tree, radio, node))
  const known = new Map<number, boolean>()
  const isChosen = (option: number): boolean => {
    const before = known.get(option)
    if (before !== undefined) return before
    const found =
      CHOSEN_NAME.test(page.context.names(option)) ||
      CHOSEN_ATTRIBUTES.some(name => attribute(page, option, name) === 'true') ||
      inputsIn(option).some(radio => attribute(page, radio, 'checked') !== undefined)
    known.set(option, found)
    return found
  }
  return node => {
    const isVariant = (page.context.flags(node) & VARIANTS) > 0
    const isOption = (one: number) =>
      isVariant || inputsIn(one).length === 1 || textIn(page, one).length <= MAX_OPTION
    const isOneOfSeveral = (one: number) => {
      const options = siblingsOf(page.tree, one, MAX_OPTIONS, name => name === page.tree.names[one])
      return options.length > 1 && options.filter(isChosen).length === 1
    }
    const option = optionAround(page, node, one => isOption(one) && isOneOfSeveral(one))
    if (option === undefined) return undefined
    return isChosen(option) ? 'chosen' : 'other'
  }
}

/** The innermost element around a price that holds one option. */
function optionAround(
  page: ReaderPage,
  start: number,
  isOption: (node: number) => boolean,
): number | undefined {
  let node: number | undefined = start
  for (let level = 0; level < OPTION_DEPTH && node !== undefined; level++) {
    if (OPTION_TAGS.has(page.tree.names[node] ?? '') && isOption(node)) return node
    node = parentOf(page.tree, node)
  }
  return undefined
}
