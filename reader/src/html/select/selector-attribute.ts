// Attribute selectors, including classes and ids.
import { AttributeAction, type AttributeSelector } from 'css-what'
import { attributeOf, attributePlace } from '../html-nodes.ts'
import type { Test } from './selector-match.ts'

/** The attributes whose values the HTML standard compares case-insensitively. */
const caseless = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir ' +
    'direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref ' +
    'noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink'
  ).split(' '),
)

export function attributeTest(selector: AttributeSelector): Test {
  const name = selector.name.toLowerCase()
  if (selector.action === AttributeAction.Exists)
    return ({ tree }, node) => attributePlace(tree, node, name) >= 0
  const anyCase = selector.ignoreCase === true || (selector.ignoreCase === null && caseless.has(name))
  const wanted = anyCase ? selector.value.toLowerCase() : selector.value
  const fits = comparison(selector.action, wanted)
  return ({ tree }, node) => {
    const value = attributeOf(tree, node, name)
    return fits(anyCase ? value?.toLowerCase() : value)
  }
}

function comparison(action: AttributeAction, wanted: string): (value: string | undefined) => boolean {
  switch (action) {
    case AttributeAction.Element:
      return value => value !== undefined && hasWord(value, wanted)
    case AttributeAction.Start:
      return value => wanted !== '' && value !== undefined && value.startsWith(wanted)
    case AttributeAction.End:
      return value => wanted !== '' && value !== undefined && value.endsWith(wanted)
    case AttributeAction.Any:
      return value => wanted !== '' && value !== undefined && value.includes(wanted)
    case AttributeAction.Hyphen:
      return value => value === wanted || (value !== undefined && value.startsWith(`${wanted}-`))
    case AttributeAction.Not:
      return value => value !== wanted
    default:
      return value => value === wanted
  }
}

/** Whether one of the words of a value is the wanted one. */
function hasWord(value: string, wanted: string): boolean {
  if (wanted === '') return false
  for (let at = value.indexOf(wanted); at >= 0; at = value.indexOf(wanted, at + 1))
    if (isEdge(value[at - 1]) && isEdge(value[at + wanted.length])) return true
  return false
}

function isEdge(letter: string | undefined): boolean {
  return letter === undefined || ' \t\n\f\r'.includes(letter)
}
