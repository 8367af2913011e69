// `wares teach URL` on a terminal: shows what the page offers, asks what is right, shows before and after, and saves.
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { readNamedValues } from '../../serve/http/routes/teach-route.ts'
import { Fault } from '#kit/fault'
import { TAUGHT_FIELDS, type TaughtField } from '#reader/taught/taught-rule'
import type { TeachRequest, TaughtView } from '../../setup/teach-shop.ts'
import { printTable } from '../print/print.ts'

type Values = TeachRequest['values']

interface Teaching {
  /** Writes only if told so. */
  readonly teach: (values: Values, isDryRun: boolean) => Promise<TaughtView>
  /** Before, after, and what was written. */
  readonly show: (taught: TaughtView, values: Values, isDryRun: boolean) => void
}

export async function teachByAsking(
  choices: TaughtView['choices'],
  { teach, show }: Teaching,
): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const closed = once(lines, 'close').then(() => '')
  const ask = async (question: string) =>
    (await Promise.race([lines.question(styleText('bold', `\n${question} `)), closed])).trim()
  /** Named, and not saved yet. */
  let values: Values = {}
  try {
    for (;;) {
      const field = await askField(ask)
      if (field === undefined) return
      const answer = await askValue(field, choices[field] ?? [], ask)
      if (answer === undefined) continue
      values = Object.assign({}, values, { [field]: answer.value })
      const trial = await teach(values, true).catch(faultOrThrow)
      if (trial instanceof Fault) {
        console.log(styleText('red', trial.message))
        values = withoutRefused(values, trial)
        continue
      }
      show(trial, values, true)
      if (/^y(?:es)?$/i.test(await ask('Save this? (y/n)'))) show(await teach(values, false), values, false)
      values = {}
    }
  } finally {
    lines.close()
  }
}

type AskQuestion = (question: string) => Promise<string>

async function askField(ask: AskQuestion): Promise<TaughtField | undefined> {
  for (;;) {
    const answer = await ask('Which field is wrong or missing? (press Enter to finish)')
    if (answer === '') return undefined
    const field = TAUGHT_FIELDS.find(one => one === answer.toLowerCase())
    if (field) return field
    console.log(`Fields: ${TAUGHT_FIELDS.join(', ')}`)
  }
}

/** Undefined if nothing was named. */
async function askValue(
  field: TaughtField,
  offered: readonly { readonly value: string; readonly where: string }[],
  ask: AskQuestion,
): Promise<{ readonly value: string | null } | undefined> {
  if (offered.length > 0)
    printTable(
      ['', field, 'on the page'],
      offered.map(({ value, where }, index) => [`${index + 1}`, value, where]),
    )
  const how = offered.length > 0 ? 'Number of the right one, or the value' : 'The right value'
  const answer = await ask(`${how} as the page writes it (null: the shop states none):`)
  const text = /^\d$/.test(answer) ? (offered[Number(answer) - 1]?.value ?? answer) : answer
  if (text === '') return undefined
  const parsed = readNamedValues({ [field]: text === 'null' ? null : text })
  if ('error' in parsed) {
    console.log(styleText('red', parsed.error.replace(/^values: /, '')))
    return undefined
  }
  return { value: parsed.value[field] ?? null }
}

function faultOrThrow(error: unknown): Fault {
  if (error instanceof Fault) return error
  throw error
}

/** A value that needs another one is kept. */
function withoutRefused(values: Values, { errors = [] }: Fault): Values {
  const accepted = Object.entries(values).filter(
    ([field]) => !errors.some(({ name }) => name === `values.${field}`),
  )
  return Object.fromEntries(accepted)
}
